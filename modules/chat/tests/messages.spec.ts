import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import {
  accountOf,
  answeredBefore,
  ask,
  brokenAfterwards,
  isChunk,
  last,
  messagesOf,
  send,
  sharedStage,
  type Chat,
  type Stage,
} from '#tests/support/stage'

let stage: Stage

const texts = async (chat: Chat) => (await messagesOf(chat)).map(({ content }) => content)
const prompted = (): string[] =>
  last(stage.upstream.calls)
    .body.messages.slice(1)
    .map(({ content }: { content: string }) => content)

/** Creates a chat with an answer that was rerolled once. */
const rerolled = async (): Promise<Chat> => {
  const chat = await stage.chat(50, 'reroll')
  await (
    await ask(chat, '')
  ).ended
  return chat
}

test.group('Messages', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Well', ' met.'])
  })

  test('can be edited, the user’s own and the selected answer, and later prompts contain the new text', async ({
    assert,
  }) => {
    const chat = await rerolled()
    const [question, answer] = await messagesOf(chat)
    const { status, body } = await chat.client.put(`/api/messages/${question!.id}`, { content: '  Good morning.\n' })
    assert.equal(status, 200)
    assert.deepInclude(body, {
      id: question!.id,
      content: '  Good morning.\n',
      isUser: true,
      createdAt: question!.createdAt,
    })
    assert.isString(body.editedAt)
    const edited = (await chat.client.put(`/api/messages/${answer!.id}`, { content: 'Hello, {{user}}.' })).body
    assert.deepInclude(edited, { content: 'Hello, {{user}}.', rubyCost: 1, selectedAlternate: 1 })
    assert.deepEqual(
      edited.alternates.map(({ content }: { content: string }) => content),
      [answeredBefore, 'Hello, {{user}}.']
    )
    assert.deepEqual(await texts(chat), ['  Good morning.\n', 'Hello, {{user}}.'])
    await (
      await send(chat, 'And?')
    ).ended
    assert.deepEqual(prompted(), ['Good morning.', 'Hello, Robin.', 'And?'])
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('refuse an empty, too long or malformed text with 422', async ({ assert }) => {
    const chat = await rerolled()
    const [question, answer] = await messagesOf(chat)
    const before = await messagesOf(chat)
    for (const content of ['', ' \n', '\u200b{{noop}}', null, 5, ['x'], 'x'.repeat(8_001), '😀'.repeat(8_001)])
      assert.equal((await chat.client.put(`/api/messages/${question!.id}`, { content })).status, 422)
    for (const content of ['', 'x'.repeat(32_001), 'a\0b', '\ud800'])
      assert.equal((await chat.client.put(`/api/messages/${answer!.id}`, { content })).status, 422)
    assert.deepEqual(await messagesOf(chat), before)
    assert.equal((await chat.client.put(`/api/messages/${question!.id}`, { content: '😀'.repeat(8_000) })).status, 200)
    assert.equal((await chat.client.put(`/api/messages/${answer!.id}`, { content: 'x'.repeat(32_000) })).status, 200)
  })

  test('switch between their answers, with price and state, and back', async ({ assert }) => {
    const chat = await rerolled()
    const path = `/api/messages/${chat.messageId}/alternate`
    const second = (await messagesOf(chat))[1]!
    const { status, body } = await chat.client.put(path, { index: 0 })
    assert.equal(status, 200)
    assert.deepInclude(body, { content: answeredBefore, rubyCost: 0, selectedAlternate: 0 })
    assert.deepEqual(body.alternates, second.alternates)
    assert.deepEqual((await messagesOf(chat))[1], body)
    assert.deepEqual((await chat.client.put(path, { index: 0 })).body, body, 'again')
    assert.deepEqual((await chat.client.put(path, { index: 1 })).body, second)
    for (const index of [2, -1, 0.5, '0', null, undefined, 1e300])
      assert.equal((await chat.client.put(path, { index })).status, 422, String(index))
    assert.deepEqual((await messagesOf(chat))[1], second)
    assert.equal((await accountOf(stage.db, chat)).charges, 1, 'choosing costs nothing')
    const [question] = await messagesOf(chat)
    assert.equal((await chat.client.put(`/api/messages/${question!.id}/alternate`, { index: 0 })).status, 422)
  })

  test('allow to select a broken-off answer and continue it', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    stage.upstream.answer = (call) => {
      call.delta('Half')
      call.response.end()
    }
    const end = last(await (await ask(chat, '')).ended)
    assert.deepInclude(end, { type: 'error', code: 'cut_off' })
    await chat.client.put(`/api/messages/${chat.messageId}/alternate`, { index: 1 })
    stage.upstream.answer = speak([' and', ' half.'])
    assert.equal(last(await (await ask({ ...chat, kind: 'continue' }, '')).ended).type, 'aiComplete')
    assert.deepInclude((await messagesOf(chat))[1], { content: 'Half and half.', rubyCost: 1, state: 'complete' })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('can be deleted: later ones stay, prompts leave them out, and the list is reordered', async ({ assert }) => {
    const chat = await stage.chat(50)
    await (
      await send(chat, 'One.')
    ).ended
    await (
      await send(chat, 'Two.')
    ).ended
    const [, one, answer, two, newest] = await messagesOf(chat)
    const { status, body } = await chat.client.delete(`/api/messages/${one!.id}`)
    assert.deepEqual([status, body], [200, { message: 'Message has been deleted successfully' }])
    assert.deepEqual(await texts(chat), ['Good evening.', 'Well met.', 'Two.', 'Well met.'])
    await (
      await send(chat, 'Three.')
    ).ended
    assert.deepEqual(prompted(), ['Good evening.', 'Well met.', 'Two.', 'Well met.', 'Three.'])

    const item = async () => (await chat.client.get('/api/chats')).body[0]
    const [three, latest] = (await messagesOf(chat)).slice(-2)
    assert.equal((await item()).lastMessageAt, latest!.createdAt)
    await chat.client.delete(`/api/messages/${latest!.id}`)
    assert.deepInclude(await item(), { lastMessage: 'Three.', lastMessageAt: three!.createdAt })
    await chat.client.delete(`/api/messages/${three!.id}`)
    assert.deepInclude(await item(), { lastMessage: 'Well met.', lastMessageAt: newest!.createdAt })
    for (const message of [answer, two, newest]) await chat.client.delete(`/api/messages/${message!.id}`)
    assert.deepInclude(await item(), { lastMessage: 'Good evening.' })
    await chat.client.delete(`/api/messages/${(await messagesOf(chat))[0]!.id}`)
    assert.deepEqual(await texts(chat), [])
    assert.isNull((await item()).lastMessage)
    assert.equal(
      (await chat.client.get('/api/auth/user')).body.stats.messagesWritten,
      4,
      'what was written was written'
    )
    // An empty chat can be continued.
    assert.equal(last(await (await send(chat, 'Anew.')).ended).type, 'aiComplete')
    assert.deepEqual(prompted(), ['Anew.'])
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('can be restored in their place, with all answers, even after later messages', async ({ assert }) => {
    const chat = await rerolled()
    const before = await messagesOf(chat)
    await chat.client.delete(`/api/messages/${before[1]!.id}`)
    assert.lengthOf(await messagesOf(chat), 1)
    assert.equal((await chat.client.delete(`/api/messages/${before[1]!.id}`)).status, 404)
    await (
      await send(chat, 'On.')
    ).ended
    const { status, body } = await chat.client.post(`/api/messages/${before[1]!.id}/restore`)
    assert.equal(status, 200)
    assert.deepEqual(body, before[1])
    assert.deepEqual(await texts(chat), ['Good evening.', 'Well met.', 'On.', 'Well met.'])
    assert.equal((await chat.client.post(`/api/messages/${before[1]!.id}/restore`)).status, 404)
  })

  test('can’t be restored after 30 minutes', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    await chat.client.delete(`/api/messages/${chat.messageId}`)
    const age = (minutes: number) =>
      stage.db.query(`UPDATE chat_messages SET deleted_at = now() - $2 * INTERVAL '1 minute' WHERE id = $1`, [
        chat.messageId,
        minutes,
      ])
    await age(31)
    assert.equal((await chat.client.post(`/api/messages/${chat.messageId}/restore`)).status, 404)
    await age(29)
    assert.equal((await chat.client.post(`/api/messages/${chat.messageId}/restore`)).status, 200)
  })

  test('stay deleted when the key of their failed send is used again', async ({ assert }) => {
    const chat = await stage.chat(50)
    const clientMessageId = randomUUID()
    stage.upstream.answer = ({ response }) => void response.writeHead(500).end()
    await (
      await send(chat, 'Hello?', { clientMessageId })
    ).ended
    await chat.client.delete(`/api/messages/${(await messagesOf(chat))[1]!.id}`)
    assert.equal((await send(chat, 'Hello?', { clientMessageId })).status, 404)
    assert.lengthOf(await messagesOf(chat), 1)
  })

  test('can’t be changed while a reply runs (409)', async ({ assert }) => {
    for (const kind of ['reply', 'reroll', 'continue'] as const) {
      const chat = await stage.chat(50, kind)
      const first = speakInTwo(['Well'], [' met.'])
      stage.upstream.answer = first.answer
      const [question] = await messagesOf(chat)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      const { client } = chat
      const path = `/api/messages/${question!.id}`
      const attempts = () => [
        client.put(path, { content: 'Changed.' }),
        client.put(`/api/messages/${chat.messageId ?? question!.id}/alternate`, { index: 0 }),
        client.delete(path),
      ]
      const refused = await Promise.all(attempts())
      assert.deepEqual(
        refused.map(({ status, body }) => [status, body.code]),
        Array(3).fill([409, 'reply_under_way'])
      )
      first.goOn()
      await stream.ended
      assert.equal((await client.put(path, { content: 'Changed.' })).status, 200)
      assert.equal((await client.delete(path)).status, 200)
      const second = speakInTwo(['Well'], [' met.'])
      stage.upstream.answer = second.answer
      const again = await ask({ ...chat, kind: 'reply' }, 'Hello?')
      await again.waitFor(isChunk)
      assert.equal((await client.post(`${path}/restore`)).status, 409)
      second.goOn()
      await again.ended
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('stay consistent when an edit races with a beginning reply', async ({ assert }) => {
    stage.upstream.answer = speak(['Well', ' met.'])
    const client = await stage.visitor(100)
    for (const chat of await stage.chats(client, 30, ['reply', 'reroll', 'continue'])) {
      const [question] = await messagesOf(chat)
      const [edited, stream] = await Promise.all([
        client.put(`/api/messages/${question!.id}`, { content: 'Changed.' }),
        ask(chat, 'Hello?'),
      ])
      assert.oneOf(edited.status, [200, 409])
      assert.equal(stream.status, 200)
      assert.equal(last(await stream.ended).type, 'aiComplete')
      assert.equal((await messagesOf(chat))[0]!.content, edited.status === 200 ? 'Changed.' : 'Good evening.')
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('return 404 for other users’, deleted and unknown ones', async ({ assert }) => {
    const chat = await rerolled()
    const other = await stage.visitor()
    const gone = await rerolled()
    await gone.client.delete(`/api/chats/${gone.sessionId}`)
    for (const [client, id] of [
      [other, chat.messageId],
      [gone.client, gone.messageId],
      [chat.client, randomUUID()],
      [chat.client, 'no-id'],
    ] as const) {
      assert.equal((await client.put(`/api/messages/${id}`, { content: 'Mine.' })).status, 404)
      assert.equal((await client.put(`/api/messages/${id}/alternate`, { index: 0 })).status, 404)
      assert.equal((await client.delete(`/api/messages/${id}`)).status, 404)
      assert.equal((await client.post(`/api/messages/${id}/restore`)).status, 404)
    }
    assert.lengthOf(await messagesOf(chat), 2)
  })

  test('with an adult character can only be deleted; with a deleted character they stay open', async ({ assert }) => {
    const chat = await rerolled()
    const { rows } = await stage.db.query(
      `INSERT INTO characters (name, created_by, is_nsfw) SELECT 'Mayfly', created_by, true FROM characters LIMIT 1 RETURNING id`
    )
    await stage.db.query('UPDATE chat_sessions SET character_id = $1 WHERE id = $2', [rows[0].id, chat.sessionId])
    const path = `/api/messages/${chat.messageId}`
    assert.equal((await chat.client.put(path, { content: 'Changed.' })).status, 403)
    assert.equal((await chat.client.put(`${path}/alternate`, { index: 0 })).status, 403)
    assert.equal((await chat.client.delete(path)).status, 200)
    assert.equal((await chat.client.post(`${path}/restore`)).status, 403)
    await stage.db.query('UPDATE characters SET deleted_at = now() WHERE id = $1', [rows[0].id])
    assert.equal((await chat.client.post(`${path}/restore`)).status, 200)
    assert.equal((await chat.client.put(path, { content: 'Changed.' })).status, 200)
    assert.equal((await chat.client.put(`${path}/alternate`, { index: 0 })).status, 200)
  })

  test('after one are deleted by a rewind, and restored together', async ({ assert }) => {
    const chat = await rerolled()
    const [question, answer] = await messagesOf(chat)
    await (
      await send(chat, 'And then?')
    ).ended
    const before = await messagesOf(chat)
    await chat.client.delete(`/api/messages/${before.at(-1)!.id}`)
    const rewind = (messageId: string) => chat.client.post(`/api/chats/${chat.sessionId}/rewind`, { messageId })
    const undo = (rewindId: string, sessionId = chat.sessionId) =>
      chat.client.post(`/api/chats/${sessionId}/rewind/undo`, { messageId: question!.id, rewindId })
    const { status, body } = await rewind(question!.id)
    assert.equal(status, 200)
    assert.equal(body.count, 2)
    assert.deepEqual(await texts(chat), [question!.content])
    assert.equal((await undo('12')).status, 404)
    assert.equal((await undo(body.rewindId, randomUUID())).status, 404)
    // The message that was deleted before the rewind stays deleted.
    assert.deepEqual((await undo(body.rewindId)).body, { count: 2 })
    assert.deepEqual(await messagesOf(chat), before.slice(0, -1))
    assert.equal((await undo(body.rewindId)).status, 404)

    await rewind(answer!.id)
    assert.deepEqual((await rewind(answer!.id)).body, { rewindId: null, count: 0 })
    await (
      await send(chat, 'Anew.')
    ).ended
    assert.deepEqual(prompted(), ['Good evening.', 'Well met.', 'Anew.'])
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('aren’t rewound while a reply is written, nor by others', async ({ assert }) => {
    const chat = await rerolled()
    const [question] = await messagesOf(chat)
    const body = { messageId: question!.id }
    const other = await stage.visitor()
    assert.equal((await other.post(`/api/chats/${chat.sessionId}/rewind`, body)).status, 404)
    const { answer, goOn } = speakInTwo(['Slowly'], ['.'])
    stage.upstream.answer = answer
    const stream = await send(chat, 'Wait.')
    await stream.waitFor(isChunk)
    assert.equal((await chat.client.post(`/api/chats/${chat.sessionId}/rewind`, body)).status, 409)
    goOn()
    await stream.ended
    assert.equal((await messagesOf(chat)).length, 4)
  })
})
