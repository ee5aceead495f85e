import { test } from '@japa/runner'
import type { ChatContext, Message } from '#modules/chat/api'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import {
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

const prompted = (): string[] =>
  last(stage.upstream.calls)
    .body.messages.slice(1)
    .map(({ content }: { content: string }) => content)

const hide = (chat: Pick<Chat, 'client'>, { id }: Pick<Message, 'id'>, isHidden: unknown = true) =>
  chat.client.put(`/api/messages/${id}/hidden`, { isHidden })

const contextOf = async ({ client, sessionId }: Chat) =>
  (await client.get(`/api/chats/${sessionId}/context?model=basic&full=1`)).body as ChatContext

test.group('Hidden messages', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Well', ' met.'])
  })

  test('stay on the screen, out of prompts, and are shown again', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    await (
      await send(chat, 'And you?')
    ).ended
    const [question, answer, second, third] = await messagesOf(chat)
    for (const _ of ['first', 'again']) {
      const { status, body } = await hide(chat, answer!)
      assert.equal(status, 200)
      assert.deepEqual(body, { ...answer, isHidden: true })
    }
    assert.deepEqual(await messagesOf(chat), [question, { ...answer, isHidden: true }, second, third])
    await (
      await send(chat, 'And?')
    ).ended
    assert.deepEqual(prompted(), ['Good evening.\n\nAnd you?', 'Well met.', 'And?'])
    const { history, prompt } = await contextOf(chat)
    assert.deepInclude(history, { hiddenMessages: 1, cutMessages: 0 })
    assert.deepInclude(prompt, { hiddenMessages: 1, cutMessages: 0 })
    const newest = (await messagesOf(chat)).at(-1)!
    const told = async () => (await chat.client.get(`/api/messages/${newest.id}/prompt`)).body
    assert.deepInclude(await told(), { hiddenMessages: 1, cutMessages: 0 })
    assert.deepEqual((await hide(chat, answer!, false)).body, answer)
    assert.notProperty((await contextOf(chat)).history, 'hiddenMessages')
    await (
      await send(chat, 'So?')
    ).ended
    assert.equal(prompted()[1], answer!.content.trim())
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('are refused to others, for other values, and while a reply is running', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const [question] = await messagesOf(chat)
    assert.equal((await hide({ client: await stage.visitor() }, question!)).status, 404)
    assert.equal((await hide(chat, { id: chat.sessionId })).status, 404)
    for (const isHidden of [null, 1, 'true']) assert.equal((await hide(chat, question!, isHidden)).status, 422)
    const { answer, goOn } = speakInTwo(['One'], [' two'])
    stage.upstream.answer = answer
    const stream = await send(chat, 'And?')
    await stream.waitFor(isChunk)
    assert.equal((await hide(chat, question!)).status, 409)
    goOn()
    await stream.ended
  })

  test('are no first message and no question of a prompt, and are answered again without their text', async ({
    assert,
  }) => {
    const chat = await stage.chat(50)
    for (const message of await messagesOf(chat)) await hide(chat, message)
    stage.upstream.answer = ({ response }) => void response.writeHead(500).end()
    const clientMessageId = 'the same'
    await (
      await send(chat, 'Hello?', { clientMessageId })
    ).ended
    const asked = (await messagesOf(chat)).at(-1)!
    assert.isTrue(asked.isUser)
    await hide(chat, asked)
    stage.upstream.answer = speak(['Well met.'])
    await (
      await send(chat, 'Hello?', { clientMessageId })
    ).ended
    assert.lengthOf(prompted(), 1)
    assert.match(prompted()[0]!, /^<<Request>>\nWrite .+ next message\.\n<<end>>$/)
    assert.equal((await messagesOf(chat)).at(-1)!.content, 'Well met.')
  })

  test('can be neither rerolled nor continued', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const answer = (await messagesOf(chat))[1]!
    await hide(chat, answer)
    for (const kind of ['reroll', 'continue'] as const) {
      const { status, body } = await chat.client.post(`/api/chats/${chat.characterId}/${kind}`, {
        messageId: answer.id,
      })
      assert.deepEqual([status, body.errors?.[0].rule], [422, 'hidden'])
    }
    await hide(chat, answer, false)
    assert.equal((await (await ask(chat, '')).ended).at(-1)!.type, 'aiComplete')
  })

  test('stay hidden in branches, and in exports for people and programs', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const [question, answer] = await messagesOf(chat)
    await hide(chat, question!)
    const { body: branch } = await chat.client.post(`/api/chats/${chat.sessionId}/branches`, { messageId: answer!.id })
    const copied = await messagesOf({ ...chat, sessionId: branch.id })
    assert.deepEqual(
      copied.map(({ content, isHidden }) => [content, isHidden ?? false]),
      [
        [question!.content, true],
        [answer!.content, false],
      ]
    )
    const exported = async (format: string) =>
      (await chat.client.get(`/api/chats/${branch.id}/export?format=${format}`)).text
    assert.match(await exported('markdown'), /hidden from prompts\n\nGood evening\./)
    assert.include(await exported('jsonl'), '"isHidden":true')
    assert.match(await exported('sillytavern'), /"is_system":true.*Good evening\./)
    assert.include(await exported('sillytavern'), '"is_system":false')
  })

  test('make summaries that cover them stale', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const [question, answer] = await messagesOf(chat)
    await stage.db.query(
      `INSERT INTO chat_summaries (user_id, chat_session_id, text, author, position, up_to)
       SELECT user_id, $1, 'They met.', 'user', position, id FROM chat_messages WHERE id = $2`,
      [chat.sessionId, question!.id]
    )
    const isStale = async () =>
      (await stage.db.query('SELECT is_stale FROM chat_summaries WHERE chat_session_id = $1', [chat.sessionId])).rows[0]
        .is_stale
    await hide(chat, answer!)
    assert.isFalse(await isStale())
    await hide(chat, question!, false)
    assert.isFalse(await isStale(), 'it was shown already')
    await hide(chat, question!)
    assert.isTrue(await isStale())
  })
})
