import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import { testWithinOneDay } from '#tests/support/one_day'
import {
  accountOf,
  brokenAfterwards,
  isChunk,
  join,
  last,
  messagesOf,
  send,
  settled,
  sharedStage,
  startStage,
  stop,
  untilSaved,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { limits } from '../limits.ts'
import { readSuggestions } from '../replies/run/read_suggestions.ts'

const list = ['1. *I nod.* Go on.', '2. Why should I?', '3. I leave without a word.']
const lines = ['*I nod.* Go on.', 'Why should I?', 'I leave without a word.']

let stage: Stage

const suggest = (chat: Pick<Chat, 'client' | 'characterId' | 'sessionId'>, more: Record<string, unknown> = {}) =>
  chat.client.stream(`/api/chats/${chat.characterId}/suggest`, {
    method: 'POST',
    body: { sessionId: chat.sessionId, model: 'basic', ...more },
  })

const dataOf = async ({ client, characterId, sessionId }: Chat) =>
  (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body

const repliesOf = async ({ sessionId }: Chat) =>
  (await stage.db.query('SELECT kind, state, cost, is_unpaid FROM replies WHERE chat_session_id = $1', [sessionId]))
    .rows

test.group('Reading suggestions', () => {
  const read = (answer: string, isCut = false) => readSuggestions(answer, { name: 'Robin', isCut })

  test('accepts the lists that models write')
    .with([
      list.join('\n'),
      lines.join('\n\n'),
      lines.map((line) => `- ${line}`).join('\n'),
      lines.map((line, index) => `${index + 1}) Robin: "${line}"`).join('\r\n'),
      `Here are three replies:\n\n${list.join('\n')}\n\nPick one.`,
      lines.map((line, index) => `**${index + 1}.** ${line}`).join('\n'),
      [...list, '4. A fourth.'].join('\n'),
      '1. *I nod.*\n   Go on.\n2. Why should I?\n3. I leave without a word.',
    ])
    .run(({ assert }, answer) => assert.deepEqual(read(answer), lines))

  test('refuses anything else')
    .with([
      'I nod.',
      '1. One.\n2. Two.',
      '1. Same.\n2. same.\n3. Other.',
      'First.\nSecond.\nThird.\nFourth.',
      `1. One.\n2. Two.\n3. ${'x'.repeat(limits.suggestionMax + 1)}`,
      '1. One.\n2. {{// nothing}}\n3. Three.',
    ])
    .run(({ assert }, answer) => assert.isNull(read(answer)))

  test('refuses an answer that was cut within the third, and accepts one cut after it', ({ assert }) => {
    assert.isNull(read(list.join('\n'), true))
    assert.deepEqual(read([...list, '4. A fou'].join('\n'), true), lines)
  })

  test('accepts the longest', ({ assert }) => {
    const longest = ['a', 'b', 'c'].map((letter) => letter.repeat(limits.suggestionMax))
    assert.deepEqual(read(longest.map((text) => `1. ${text}`).join('\n')), longest)
  })
})

test.group('Suggestions', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak([list.join('\n')])
  })

  test('are charged once and shown until a message changes', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const before = await messagesOf(chat)
    const clientMessageId = randomUUID()
    const streams = await Promise.all(Array.from({ length: 3 }, () => suggest(chat, { clientMessageId })))
    const ends = await Promise.all(streams.map(async (stream) => last(await stream.ended)))
    const { suggestions, draft } = await dataOf(chat)
    assert.equal(suggestions.text, lines.join('\n'))
    assert.isUndefined(draft)
    for (const end of ends) assert.deepEqual(end, { type: 'draft', draft: suggestions })
    assert.deepEqual(await messagesOf(chat), before)
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 49, held: 0, charges: 1 })
    assert.deepEqual(await repliesOf(chat), [{ kind: 'suggest', state: 'written', cost: 1, is_unpaid: false }])
    const sent = last(stage.upstream.calls).body
    assert.include(last<any>(sent.messages).content, 'three different messages')
    assert.isAtMost(sent.max_tokens ?? sent.max_completion_tokens, 400)

    await chat.client.put(`/api/messages/${chat.messageId}`, { content: 'Changed.' })
    assert.isUndefined((await dataOf(chat)).suggestions)
    await (
      await suggest(chat)
    ).ended
    assert.isDefined((await dataOf(chat)).suggestions)
    await (
      await send(chat, 'Go on.')
    ).ended
    assert.isUndefined((await dataOf(chat)).suggestions)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('cost nothing when the answer is no list of three', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    stage.upstream.answer = speak(['I', ' nod.'])
    assert.deepInclude(last(await (await suggest(chat)).ended), { type: 'error', code: 'no_suggestions' })
    assert.isUndefined((await dataOf(chat)).suggestions)
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 50, held: 0, charges: 0 })
    assert.deepEqual(await repliesOf(chat), [{ kind: 'suggest', state: 'failed', cost: 1, is_unpaid: true }])
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('cost nothing when they are stopped or broken off, and can be joined', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const { answer, goOn } = speakInTwo([`${list[0]}\n`], [list[1]!])
    stage.upstream.answer = answer
    const stream = await suggest(chat)
    await stream.waitFor(isChunk)
    assert.equal((await send(chat, 'Hello')).status, 409)
    const joined = await join(chat)
    await joined.waitFor(isChunk)
    assert.equal((await stop(chat)).status, 200)
    goOn()
    const events = await joined.ended
    assert.deepInclude(events[0], { type: 'resumed', kind: 'suggest', messageId: chat.sessionId })
    assert.deepInclude(last(events), { type: 'error', code: 'stopped' })
    stage.upstream.answer = async (call) => {
      call.delta(list.join('\n'))
      call.response.end()
    }
    assert.deepInclude(last(await (await suggest(chat)).ended), { type: 'error', code: 'cut_off' })
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 50, held: 0, charges: 0 })
    assert.isUndefined((await dataOf(chat)).suggestions)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('are refused in the chats of others, in empty ones, and without rubies', async ({ assert }) => {
    const chat = await stage.chat(0, 'reroll')
    assert.equal(last(await (await suggest(chat)).ended).type, 'access_denied')
    const other = await stage.visitor()
    assert.equal((await suggest({ ...chat, client: other })).status, 404)
    await stage.db.query('UPDATE chat_messages SET deleted_at = now() WHERE chat_session_id = $1', [chat.sessionId])
    assert.equal((await suggest(chat)).status, 422)
    assert.deepEqual(await repliesOf(chat), [])
  })

  test('are dropped for free when their server dies, and written again with the same key', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const other = await stage.secondServer()
    const clientMessageId = randomUUID()
    const { answer, goOn } = speakInTwo([list.join('\n')], ['.'])
    stage.upstream.answer = answer
    const stream = await suggest({ ...chat, client: chat.client.at(other.url) }, { clientMessageId })
    await stream.waitFor(isChunk)
    await untilSaved(stage.db, [chat], list.join('\n'))
    await other.kill('SIGKILL')
    goOn()
    await settled(stage.db)
    assert.isUndefined((await dataOf(chat)).suggestions)
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 50, held: 0, charges: 0 })
    stage.upstream.answer = speak([list.join('\n')])
    assert.equal(last(await (await suggest(chat, { clientMessageId })).ended).type, 'draft')
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })
})

test.group('Suggestions of other sites', (group) => {
  group.each.teardown(() => stage.close())

  testWithinOneDay('are free within the daily allowance', async ({ assert }) => {
    stage = await startStage({ env: { SUGGESTIONS: 'free', RATE_LIMITS: 'on', REWARDS_PER_NETWORK: '1000000' } })
    stage.upstream.answer = speak([list.join('\n')])
    const chat = await stage.chat(0, 'reroll')
    const [basic] = (await chat.client.get('/api/models')).body
    assert.equal(basic.suggestionCost, 0)
    assert.equal(last(await (await suggest(chat)).ended).type, 'draft')
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 0, held: 0, charges: 0 })
    assert.deepEqual(await repliesOf(chat), [{ kind: 'suggest', state: 'written', cost: 0, is_unpaid: false }])
    const used = 'SELECT calls, tokens > 0 AS has_tokens FROM chat_allowances WHERE user_id = $1'
    assert.deepEqual((await stage.db.query(used, [chat.client.user.id])).rows, [{ calls: 1, has_tokens: true }])

    await stage.db.query('UPDATE chat_allowances SET is_spent = true WHERE user_id = $1', [chat.client.user.id])
    const calls = stage.upstream.calls.length
    assert.deepInclude(last(await (await suggest(chat)).ended), { type: 'error', code: 'allowance_spent' })
    assert.lengthOf(stage.upstream.calls, calls)
  })

  test('are missing where they are off', async ({ assert }) => {
    stage = await startStage({ env: { SUGGESTIONS: 'off' } })
    const chat = await stage.chat(50, 'reroll')
    for (const tier of (await chat.client.get('/api/models')).body) assert.notProperty(tier, 'suggestionCost')
    assert.equal((await suggest(chat)).status, 404)
    assert.deepEqual(await repliesOf(chat), [])
  })
})
