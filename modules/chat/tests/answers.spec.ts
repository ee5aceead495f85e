import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Message, ReplyEvent } from '#modules/chat/api'
import { textOf } from '#tests/support/client'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import {
  accountOf,
  answeredBefore,
  ask,
  at,
  brokenAfterwards,
  isChunk,
  join,
  last,
  messagesOf,
  send,
  sharedStage,
  startStage,
  stop,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

let stage: Stage

/** Returns the message that a reply ended with. */
const written = (events: readonly ReplyEvent[]): Message => {
  const end = last(events)
  if (end.type !== 'aiComplete') throw new Error(`It ended otherwise: ${JSON.stringify(end)}`)
  return end.message
}

const reroll = async (chat: Chat, text: string, more: Record<string, unknown> = {}) => {
  stage.upstream.answer = speak([text])
  return written(await (await ask({ ...chat, kind: 'reroll' }, '', more)).ended)
}

/** Returns the messages of the last request to the model. */
const prompted = (): [role: string, content: string][] =>
  last(stage.upstream.calls).body.messages.map(({ role, content }: { role: string; content: string }) => [
    role,
    content,
  ])

const setUp = async () => {
  stage = await sharedStage()
}

test.group('Rerolls', (group) => {
  group.setup(setUp)

  test('differ from each other with the built-in writer', async ({ assert }) => {
    const server = await stage.secondServer({ MODELS_PROVIDER: 'local' })
    const chat = at(await stage.chat(50, 'reroll'), server)
    const texts = [answeredBefore]
    for (let n = 0; n < 4; n++) texts.push(written(await (await ask(chat, '')).ended).content)
    assert.lengthOf(new Set(texts), 5)
  }).tags(longRun)

  test('are kept with model, price, time and state, and the newest is selected and charged at its model’s price', async ({
    assert,
  }) => {
    const chat = await stage.chat(50, 'reroll')
    const before = (await messagesOf(chat))[1]!
    const stream = await ask(chat, '', { model: 'premium' })
    stage.upstream.answer = speak(['Better.'])
    await stream.ended
    const second = await reroll(chat, 'Best.')
    assert.deepEqual((await messagesOf(chat))[1], second)
    assert.equal(second.id, before.id)
    assert.equal(second.createdAt, before.createdAt)
    assert.deepInclude(second, {
      content: 'Best.',
      rubyCost: 1,
      model: 'basic',
      state: 'complete',
      selectedAlternate: 2,
    })
    const [first, dear, cheap] = second.alternates!
    assert.deepInclude(first, {
      id: before.id,
      content: answeredBefore,
      rubyCost: 0,
      model: 'basic',
      createdAt: before.createdAt,
    })
    assert.deepInclude(dear, { rubyCost: 7, model: 'premium', state: 'complete' })
    assert.deepInclude(cheap, { content: 'Best.', rubyCost: 1, model: 'basic', state: 'complete' })
    assert.lengthOf(new Set(second.alternates!.map(({ id }) => id)), 3)
    assert.isTrue(first!.createdAt < dear!.createdAt && dear!.createdAt < cheap!.createdAt)
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 42, held: 0, paid: 8, charges: 2 })
    const { body: history } = await chat.client.get('/api/rubies/transactions?limit=1')
    assert.deepInclude(history[0], { type: 'reroll', amount: -1 })
    assert.match(history[0].description, /Another reply from .+ \(Toppy 7B\)/)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('send the model what precedes the answer, without the answer itself', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    await reroll(chat, 'Another.')
    assert.deepEqual(prompted().slice(1), [['user', 'Good evening.']])
  })

  test('send a nudge to the model, once, and store it nowhere', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const [question, answer] = await messagesOf(chat)
    const own = 'Describe the harbour light.'
    for (const nudge of ['Shorter', `  ${own}  `]) {
      await reroll(chat, `Answer to ${nudge.length}.`, { nudge })
      const [, asked] = last(prompted())
      assert.match(asked, /^Good evening\.\n\n<<[^<>]+>>\n[^]+\n<<end>>$/)
      assert.include(asked, nudge.trim())
    }
    await reroll(chat, 'Without a wish.')
    assert.deepEqual(prompted().slice(1), [['user', 'Good evening.']])
    const messages = await messagesOf(chat)
    assert.deepEqual(
      messages.map(({ id }) => id),
      [question!.id, answer!.id]
    )
    assert.notMatch(JSON.stringify(messages), /Shorter|harbour light/)
    await (
      await send(chat, 'And then?')
    ).ended
    assert.notMatch(JSON.stringify(last(stage.upstream.calls).body), /Shorter|harbour light/)
    for (const nudge of [5, 'x'.repeat(501)]) {
      const { status, body } = await chat.client.post(`/api/chats/${chat.characterId}/reroll`, {
        messageId: answer!.id,
        nudge,
      })
      assert.deepEqual([status, body.errors?.[0].field], [422, 'nudge'])
    }
  })

  test('are streamed and joined without a user message', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const { answer, goOn } = speakInTwo(['One'], [' two', ' three'])
    stage.upstream.answer = answer
    const stream = await ask(chat, '')
    await stream.waitFor(isChunk)
    const { body } = await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)
    assert.deepInclude(body.replyUnderWay, { kind: 'reroll', messageId: chat.messageId })
    const follower = await join(chat)
    goOn()
    const [joined, events] = await Promise.all([follower.ended, stream.ended])
    assert.deepEqual([...new Set(events.map(({ type }) => type))], ['aiChunk', 'aiComplete'])
    assert.deepEqual(joined[0], { type: 'resumed', kind: 'reroll', messageId: chat.messageId! })
    assert.deepEqual(last(joined), last(events))
  })

  test('are selected and charged when stopped after some text, and only the selected answer is in later prompts', async ({
    assert,
  }) => {
    const chat = await stage.chat(50, 'reroll')
    stage.upstream.answer = (call) => call.delta('One')
    const stream = await ask(chat, '')
    await stream.waitFor(isChunk)
    const { body } = await stop(chat)
    assert.deepInclude(body.message, { content: 'One', state: 'stopped', rubyCost: 1, selectedAlternate: 1 })
    assert.deepEqual(written(await stream.ended), body.message)
    stage.upstream.answer = speak(['Yes.'])
    await (
      await send(chat, 'And then?')
    ).ended
    assert.deepEqual(prompted().slice(1), [
      ['user', 'Good evening.'],
      ['assistant', 'One'],
      ['user', 'And then?'],
    ])
    await chat.client.put(`/api/messages/${chat.messageId}/alternate`, { index: 0 })
    await (
      await send(chat, 'And now?')
    ).ended
    assert.deepEqual(prompted()[2], ['assistant', answeredBefore.trim()])
  })

  test('are only possible for the last answer in one’s own chat, after a message of the user', async ({ assert }) => {
    stage.upstream.answer = speak(['Well met.'])
    const chat = await stage.chat(50, 'reroll')
    const { client, characterId } = chat
    const requested = stage.upstream.calls.length
    const status = async (characterId: string, body: unknown, kind = 'reroll', as = client) =>
      (await as.post(`/api/chats/${characterId}/${kind}`, body)).status
    const [question, answer] = await messagesOf(chat)
    const other = await stage.visitor()
    for (const kind of ['reroll', 'continue']) {
      assert.equal(await status(characterId, { messageId: question!.id }, kind), 404, 'a message of the user')
      assert.equal(await status(characterId, { messageId: randomUUID() }, kind), 404)
      assert.equal(await status(characterId, { messageId: 'no id' }, kind), 404)
      assert.equal(await status(stage.characterIds[1]!, { messageId: answer!.id }, kind), 404, 'another character')
      assert.equal(await status(randomUUID(), { messageId: answer!.id }, kind), 404)
      assert.equal(await status(characterId, { messageId: answer!.id }, kind, other), 404, 'another’s')
      assert.equal(await status(characterId, {}, kind), 422)
      assert.equal(await status(characterId, { messageId: 5 }, kind), 422)
      assert.equal(await status(characterId, { messageId: answer!.id, model: 'huge' }, kind), 422)
      assert.equal(await status(characterId, { messageId: answer!.id, clientMessageId: '' }, kind), 422)
      const { body } = await client.get(`/api/chats/${stage.characterIds[2]}`)
      assert.equal(await status(stage.characterIds[2]!, { messageId: body.messages[0].id }, kind), 422, 'an opening')
    }
    assert.equal(stage.upstream.calls.length, requested)
    await (
      await send(chat, 'Go on.')
    ).ended
    assert.equal(await status(characterId, { messageId: answer!.id }), 404, 'no longer the last')
    assert.lengthOf(await messagesOf(chat), 4)
    assert.equal((await accountOf(stage.db, chat)).charges, 1)
    // A later message without an answer doesn't change which answer is the last.
    stage.upstream.answer = ({ response }) => void response.writeHead(500).end()
    await (
      await send(chat, 'Hello?')
    ).ended
    const fourth = (await messagesOf(chat))[3]!
    assert.deepInclude(await reroll({ ...chat, messageId: fourth.id }, 'Again.'), { content: 'Again.', id: fourth.id })
  })

  test('begin once when 20 different requests arrive at once, and the others get 409', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const { answer, goOn } = speakInTwo(['One'], [' two'])
    stage.upstream.answer = answer
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => ask(chat, '', { clientMessageId: randomUUID() }))
    )
    assert.deepEqual(streams.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
    goOn()
    await Promise.all(streams.map((stream) => stream.ended))
    assert.lengthOf((await messagesOf(chat))[1]!.alternates!, 2)
  })
})

test.group('Replies', (group) => {
  group.setup(setUp)

  test('end soon after the model finishes, even if it keeps the connection open', async ({ assert }) => {
    const chat = await stage.chat(50)
    stage.upstream.answer = (call) => {
      call.delta('Good night.')
      call.event({}, 'stop')
    }
    const stream = await send(chat, 'Good night!')
    assert.deepInclude(written(await stream.ended), { content: 'Good night.', state: 'complete', rubyCost: 1 })
  })
})

test.group('Continuations', (group) => {
  group.setup(setUp)

  test('extend a stopped reply, send it to the model as the last message, and cost as much as a reply', async ({
    assert,
  }) => {
    const chat = await stage.chat(50)
    stage.upstream.answer = (call) => call.delta('Once upon')
    const stream = await send(chat, 'Tell me.')
    await stream.waitFor(isChunk)
    const { body } = await stop(chat)
    assert.equal(body.message.content, 'Once upon')
    const cut: Chat = { ...chat, kind: 'continue', messageId: body.message.id }
    stage.upstream.answer = speak(['up', 'on a', ' time.'])
    const events = await (await ask(cut, '')).ended
    assert.isTrue(events.slice(0, -1).every(isChunk))
    assert.equal(textOf(events), ' a time.')
    assert.deepInclude(written(events), {
      id: body.message.id,
      content: 'Once upon a time.',
      state: 'complete',
      rubyCost: 2,
    })
    assert.deepEqual(prompted().slice(1, -1), [
      ['user', 'Good evening.\n\nTell me.'],
      ['assistant', 'Once upon'],
    ])
    assert.equal(last(prompted())[0], 'user')
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 48, held: 0, paid: 2, charges: 2 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('extend a whole reply, for its price and under its key, without what the model repeats', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    await chat.client.put(`/api/messages/${chat.messageId}`, { content: 'And to you, traveller, in this rain.' })
    const whole = (await messagesOf(chat))[1]!
    assert.deepInclude(whole, { state: 'complete', rubyCost: 0 })
    const name = (await chat.client.get(`/api/characters/${chat.characterId}`)).body.name
    stage.upstream.answer = speak([`${name}: `, `${whole.content.trim()} `, 'Then she waits.'])
    const clientMessageId = randomUUID()
    const go: Chat = { ...chat, kind: 'continue', messageId: whole.id }
    const content = `${whole.content.trimEnd()} Then she waits.`
    for (const _ of ['first', 'again']) {
      const message = written(await (await ask(go, '', { clientMessageId })).ended)
      assert.deepInclude(message, { content, state: 'complete', rubyCost: 1, id: whole.id })
    }
    assert.match(last(prompted())[1], /Go on from the end of your last message/)
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 49, held: 0, paid: 1, charges: 1 })

    // The model has nothing more to say, so the answer stays as it is, free of charge.
    stage.upstream.answer = speak([content])
    const end = last(await (await ask(go, '')).ended)
    assert.deepInclude(end, { type: 'error', code: 'empty_reply' })
    assert.deepInclude((await messagesOf(chat))[1]!, { content, state: 'complete', rubyCost: 1 })
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 49, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('continue a word that was cut, without a space', async ({ assert }) => {
    const chat = await stage.chat(50)
    stage.upstream.answer = (call) => {
      call.delta('It was wonder')
      call.finish('length')
    }
    const question = written(await (await send(chat, 'Tell me.')).ended)
    stage.upstream.answer = speak(['ful', ' there.'])
    const whole = written(await (await ask({ ...chat, kind: 'continue', messageId: question.id }, '')).ended)
    assert.equal(whole.content, 'It was wonderful there.')
    assert.match(last(prompted())[1], /Begin with its last word, written out whole/)
  })

  test('extend a reply that reached the tier’s length, which is marked as cut', async ({ assert }) => {
    const chat = await stage.chat(50)
    stage.upstream.answer = (call) => {
      call.delta('And so')
      call.finish('length')
    }
    const question = written(await (await send(chat, 'Tell me.')).ended)
    assert.deepInclude(question, { state: 'complete', isCut: true })
    stage.upstream.answer = speak([', he slept.'])
    const whole = written(await (await ask({ ...chat, kind: 'continue', messageId: question.id }, '')).ended)
    assert.equal(whole.content, 'And so, he slept.')
    assert.notProperty(whole, 'isCut')
  })

  test('extend the selected alternate and no other', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    stage.upstream.answer = (call) => call.delta('One')
    const stream = await ask(chat, '')
    await stream.waitFor(isChunk)
    await stop(chat)
    await stream.ended
    stage.upstream.answer = speak([' two', ' three'])
    const whole = written(await (await ask({ ...chat, kind: 'continue' }, '')).ended)
    assert.deepInclude(whole, { content: 'One two three', rubyCost: 2, selectedAlternate: 1, state: 'complete' })
    assert.deepEqual(
      whole.alternates!.map(({ content, rubyCost }) => [content, rubyCost]),
      [
        [answeredBefore, 0],
        ['One two three', 2],
      ]
    )
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('are refused for very long answers, and otherwise send the model the end that fits', async ({ assert }) => {
    const chat = await stage.chat(50, 'continue')
    await stage.db.query(`UPDATE chat_messages SET content = repeat('é', 32001) WHERE id = $1`, [chat.messageId])
    assert.equal((await ask(chat, '')).status, 422)
    await stage.db.query(`UPDATE chat_messages SET content = repeat('é', 32000) WHERE id = $1`, [chat.messageId])
    const stream = await ask(chat, '', { model: 'basic' })
    assert.equal(stream.status, 200)
    await stream.ended
    const [requested, answered] = prompted().slice(1, -1)
    assert.deepEqual(requested, ['user', 'Good evening.'])
    assert.equal(answered![0], 'assistant')
    assert.match(answered![1]!, /^\[…\] é{500,5000}$/)
  })
})

test.group('Rerolls and continuations', (group) => {
  group.setup(setUp)

  test('are refused like sends: adult content off, another user’s private character, an unknown character', async ({
    assert,
  }) => {
    for (const kind of ['reroll', 'continue'] as const) {
      for (const [change, status] of [
        ['is_nsfw = true', 403],
        ['is_public = false', 404],
        ['deleted_at = now()', 404],
      ] as const) {
        const chat = await stage.chat(5, kind)
        const { rows } = await stage.db.query(
          `INSERT INTO characters (name, created_by) SELECT 'Mayfly', created_by FROM characters LIMIT 1 RETURNING id`
        )
        const characterId = rows[0].id
        await stage.db.query('UPDATE chat_sessions SET character_id = $1 WHERE id = $2', [characterId, chat.sessionId])
        await stage.db.query(`UPDATE characters SET ${change} WHERE id = $1`, [characterId])
        assert.equal((await ask({ ...chat, characterId }, '')).status, status, `${kind}, ${change}`)
        assert.equal((await accountOf(stage.db, chat)).held, 0)
      }
    }
  })

  test('count towards the limit of 60 replies a minute', async ({ assert, cleanup }) => {
    const limited = await startStage({ env: { RATE_LIMITS: 'on' } })
    cleanup(() => limited.close())
    const chat = await limited.chat(50, 'reroll')
    await limited.db.query(
      `INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, state, owner, ended_at)
       SELECT uuidv7(), uuidv7(), $1, uuidv7(), uuidv7(), 1, 'basic', 1, 'failed', uuidv7(), now() FROM generate_series(1, 60)`,
      [chat.client.user.id]
    )
    const refused = await ask(chat, '')
    assert.equal(refused.status, 429)
    assert.isAbove(Number(refused.headers['retry-after']), 0)
  }).tags(longRun)
})
