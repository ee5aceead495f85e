import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { ReplyEvent } from '#modules/chat/api'
import { textOf } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { speak } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  brokenAfterwards,
  kinds,
  last,
  messagesOf,
  post,
  send,
  sharedPair,
  stop,
  until,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'

const times = 20
const pieces = ['The', ' same', ' for', ' every', 'one', '.']

/** Sends the same message many times at once. */
const sendMany = (chat: Chat, content: string, clientMessageId: string) =>
  Promise.all(
    Array.from({ length: times }, async () => {
      const stream = await ask(chat, content, { clientMessageId })
      return { status: stream.status, events: await stream.ended }
    })
  )

const userMessageOf = ([first]: readonly ReplyEvent[]) => (first?.type === 'userMessage' ? first.message : null)

test.group('A repeated clientMessageId', (group) => {
  let stage: Stage
  group.setup(async () => {
    ;({ stage } = await sharedPair())
  })

  const assertOneReply = async (assert: any, chat: Chat, answers: Awaited<ReturnType<typeof sendMany>>) => {
    for (const { status, events } of answers) {
      assert.equal(status, 200)
      if (chat.kind === 'reply') assert.equal(events[0]?.type, 'userMessage')
      assert.equal(textOf(events), pieces.join(''))
      assert.deepEqual(last(events), last(answers[0]!.events))
      assert.equal(last(events).type, 'aiComplete')
    }
    assert.deepInclude(await writtenIn(chat), { content: pieces.join('') })
    if (chat.kind === 'reply') assert.lengthOf(await messagesOf(chat), 3)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }

  for (const kind of kinds)
    test(`20 times at once leads to one answer and one charge, and all get the same events (${kind})`, async ({
      assert,
    }) => {
      for (const pauseMs of [0, 20]) {
        stage.upstream.answer = speak(pieces, pauseMs)
        const chat = await stage.chat(20, kind)
        const key = randomUUID()
        await assertOneReply(assert, chat, await sendMany(chat, 'Hello?', key))
        assert.deepEqual(await accountOf(stage.db, chat), { balance: 19, held: 0, paid: 1, charges: 1 })
        // The same sends are repeated after the end.
        await assertOneReply(assert, chat, await sendMany(chat, 'Hello?', key))
        assert.deepEqual(await accountOf(stage.db, chat), { balance: 19, held: 0, paid: 1, charges: 1 })
      }
    }).tags(kind === 'continue' ? longRun : [])

  for (const kind of kinds)
    test(`20 times at once with rubies for one reply is never refused (${kind})`, async ({ assert }) => {
      stage.upstream.answer = speak(pieces, 10)
      const chat = await stage.chat(1, kind)
      await assertOneReply(assert, chat, await sendMany(chat, 'Hello?', randomUUID()))
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
    }).tags(kind === 'reply' ? [] : longRun)

  test('20 times at once without a session leads to one session and one message', async ({ assert }) => {
    stage.upstream.answer = speak(pieces, 10)
    const client = await stage.visitor(20)
    // Tries this with each character, because the race is over within a millisecond.
    for (const [index, characterId] of stage.characterIds.entries()) {
      const body = { content: 'Hello?', model: 'basic', clientMessageId: randomUUID() }
      const answers = await Promise.all(Array.from({ length: times }, () => client.say(characterId, body)))
      for (const events of answers) assert.deepEqual(last(events), last(answers[0]!))
      assert.equal(last(answers[0]!).type, 'aiComplete')
      const paid = index + 1
      assert.lengthOf((await client.get('/api/chats')).body, paid)
      assert.deepEqual(await accountOf(stage.db, { client }), { balance: 20 - paid, held: 0, paid, charges: paid })
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('that arrives late without a session opens no second chat', async ({ assert, cleanup }) => {
    stage.upstream.answer = speak(pieces)
    const client = await stage.visitor(20)
    const [characterId] = stage.characterIds
    const chatsOf = async () => {
      const { rows } = await stage.db.query('SELECT id FROM chat_sessions WHERE user_id = $1', [client.user.id])
      return rows
    }
    cleanup(async () => void (await stage.db.query('SELECT pg_advisory_unlock_all()')))
    const sendAtOnce = async (bodies: object[]) => {
      await stage.db.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [
        `chat.open ${client.user.id} ${characterId}`,
      ])
      const ends = Promise.all(bodies.map((body) => client.say(characterId!, { model: 'basic', ...body })))
      // All have looked up their keys when they wait here.
      await until(
        stage.db,
        `SELECT count(*) = ${bodies.length} FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pid <> pg_backend_pid()`
      )
      await stage.db.query('SELECT pg_advisory_unlock_all()')
      return ends
    }
    const body = { content: 'Hello?', clientMessageId: randomUUID() }
    const ends = await sendAtOnce([body, body, body])
    for (const events of ends) assert.deepEqual(last(events), last(ends[0]!))
    assert.equal(last(ends[0]!).type, 'aiComplete')
    const [session, ...others] = await chatsOf()
    assert.lengthOf(others, 0)
    const { body: chat } = await client.get(`/api/chats/${characterId}`)
    assert.deepEqual([chat.session.id, chat.messages.length], [session.id, 3])
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 19, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('opens no chat without rubies', async ({ assert }) => {
    const client = await stage.visitor(0)
    const [characterId] = stage.characterIds
    const refused = await client.say(characterId!, { content: 'Hello?', model: 'basic' })
    assert.equal(last(refused).type, 'access_denied')
    const { rows } = await stage.db.query('SELECT id FROM chat_sessions WHERE user_id = $1', [client.user.id])
    assert.lengthOf(rows, 0)
  })

  test('with other content, in another session or with another character is refused, and changes nothing', async ({
    assert,
  }) => {
    stage.upstream.answer = speak(pieces)
    const client = await stage.visitor(20)
    const [chat, other] = await stage.chats(client, 2)
    const clientMessageId = randomUUID()
    await (
      await send(chat!, 'Hello?', { clientMessageId })
    ).ended
    assert.equal((await send(chat!, 'Goodbye?', { clientMessageId })).status, 409)
    assert.equal((await send(other!, 'Hello?', { clientMessageId })).status, 409)
    const elsewhere = await client.post(`/api/chats/${stage.characterIds[2]}/stream`, {
      content: 'Hello?',
      model: 'basic',
      clientMessageId,
    })
    assert.equal(elsewhere.status, 404)
    assert.lengthOf(await messagesOf(chat!), 3)
    assert.lengthOf(await messagesOf(other!), 1)
    assert.equal((await accountOf(stage.db, { client })).charges, 1)
  })

  test('is independent of other users', async ({ assert }) => {
    stage.upstream.answer = speak(pieces)
    const clientMessageId = randomUUID()
    for (const content of ['Mine', 'No, mine']) {
      const chat = await stage.chat(5)
      assert.equal(last(await (await send(chat, content, { clientMessageId })).ended).type, 'aiComplete')
    }
  })

  for (const kind of kinds)
    test(`after a failed reply begins one new reply to the same message, however many requests (${kind})`, async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      const clientMessageId = randomUUID()
      stage.upstream.answer = ({ response }) => void response.writeHead(500).end()
      const first = await (await ask(chat, 'Hello?', { clientMessageId })).ended
      assert.deepInclude(last(first), { type: 'error', code: 'unavailable' })

      stage.upstream.answer = speak(pieces, 30)
      const before = stage.upstream.calls.length
      const answers = await sendMany(chat, 'Hello?', clientMessageId)
      await assertOneReply(assert, chat, answers)
      if (kind === 'reply') assert.deepEqual(userMessageOf(answers[0]!.events), userMessageOf(first))
      assert.equal(stage.upstream.calls.length, before + 1)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
    })

  test('after a broken-off reply begins a new one, and keeps the earlier text', async ({ assert }) => {
    const chat = await stage.chat(2)
    const clientMessageId = randomUUID()
    stage.upstream.answer = (call) => {
      call.delta('I was')
      call.response.end()
    }
    assert.deepInclude(last(await (await send(chat, 'Hello?', { clientMessageId })).ended), { code: 'cut_off' })
    stage.upstream.answer = speak(pieces)
    assert.equal(last(await (await send(chat, 'Hello?', { clientMessageId })).ended).type, 'aiComplete')
    assert.deepEqual(
      (await messagesOf(chat)).slice(1).map(({ content, state }) => [content, state]),
      [
        ['Hello?', 'complete'],
        ['I was', 'broken_off'],
        [pieces.join(''), 'complete'],
      ]
    )
    const requested = last(stage.upstream.calls).body.messages
    assert.equal(
      requested.filter((message: { role: string }) => message.role === 'user').at(-1).content,
      'Good evening.\n\nHello?'
    )
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  for (const kind of kinds)
    test(`after a stop repeats the same events without a new reply (${kind})`, async ({ assert }) => {
      const chat = await stage.chat(5, kind)
      const clientMessageId = randomUUID()
      stage.upstream.answer = speak(['Once', ' upon', ' a', ' time'], 200)
      const stream = await ask(chat, 'Hello?', { clientMessageId })
      await stream.waitFor((event) => event.type === 'aiChunk')
      await stop(chat)
      const first = await stream.ended
      const before = stage.upstream.calls.length
      const again = await (await ask(chat, 'Hello?', { clientMessageId })).ended
      assert.equal(stage.upstream.calls.length, before)
      assert.deepEqual(last(again), last(first))
      assert.equal(textOf(again), textOf(first))
      assert.equal((await accountOf(stage.db, chat)).charges, 1)
    })

  test('after its answer was deleted begins one new reply to the same message, however many requests', async ({
    assert,
  }) => {
    const chat = await stage.chat(5)
    const clientMessageId = randomUUID()
    stage.upstream.answer = speak(['To be deleted.'])
    await (
      await send(chat, 'Hello?', { clientMessageId })
    ).ended
    await chat.client.delete(`/api/messages/${last(await messagesOf(chat)).id}`)
    stage.upstream.answer = speak(pieces)
    await assertOneReply(assert, chat, await sendMany(chat, 'Hello?', clientMessageId))
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 3, held: 0, paid: 2, charges: 2 })
  })

  test('is refused for another kind or message, and changes nothing', async ({ assert }) => {
    stage.upstream.answer = speak(pieces)
    const client = await stage.visitor(20)
    const chats = await stage.chats(client, 6, kinds)
    for (const used of chats.slice(0, 3)) {
      const clientMessageId = randomUUID()
      assert.equal(last(await (await ask(used, 'Hello?', { clientMessageId })).ended).type, 'aiComplete')
      const { charges } = await accountOf(stage.db, { client })
      for (const chat of chats) {
        if (chat === used) continue
        const before = await messagesOf(chat)
        assert.equal((await ask(chat, 'Hello?', { clientMessageId })).status, 409, `${used.kind}, then ${chat.kind}`)
        assert.deepEqual(await messagesOf(chat), before)
      }
      assert.equal((await accountOf(stage.db, { client })).charges, charges)
    }
  })

  test('can be used again after a refusal for insufficient rubies', async ({ assert }) => {
    stage.upstream.answer = speak(pieces)
    const chat = await stage.chat(0)
    const clientMessageId = randomUUID()
    assert.equal(last(await (await send(chat, 'Hello?', { clientMessageId })).ended).type, 'access_denied')
    await post(stage.db, chat.client.user.id, 1)
    assert.equal(last(await (await send(chat, 'Something else.', { clientMessageId })).ended).type, 'aiComplete')
    const reroll = await stage.chat(0, 'reroll')
    assert.equal(last(await (await ask(reroll, '', { clientMessageId })).ended).type, 'access_denied')
    await post(stage.db, reroll.client.user.id, 1)
    const other = { ...reroll, kind: 'reply' as const }
    assert.equal(last(await (await ask(other, 'Rather this.', { clientMessageId })).ended).type, 'aiComplete')
  })
})
