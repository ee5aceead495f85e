import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { speak, speakInTwo } from '#tests/support/model_upstream'
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
  stop,
  untilSaved,
  type Chat,
  type Stage,
} from '#tests/support/stage'

let stage: Stage

const impersonate = (chat: Pick<Chat, 'client' | 'characterId' | 'sessionId'>, more: Record<string, unknown> = {}) =>
  chat.client.stream(`/api/chats/${chat.characterId}/impersonate`, {
    method: 'POST',
    body: { sessionId: chat.sessionId, model: 'basic', ...more },
  })

const draftOf = async ({ client, characterId, sessionId }: Chat) =>
  (await client.get(`/api/chats/${characterId}?session=${sessionId}`)).body.draft

const repliesOf = async ({ sessionId }: Chat) =>
  (await stage.db.query('SELECT kind, state FROM replies WHERE chat_session_id = $1', [sessionId])).rows

test.group('Lines for the user', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['I', ' nod.'])
  })

  test('are streamed, charged and kept as the draft, until the user sends a message', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const before = await messagesOf(chat)
    const events = await (await impersonate(chat)).ended
    assert.equal(textOf(events), 'I nod.')
    const end = last(events)
    assert.deepInclude(end, { type: 'draft' })
    const draft = await draftOf(chat)
    assert.deepEqual(end, { type: 'draft', draft })
    assert.equal(draft.text, 'I nod.')
    assert.deepEqual(await messagesOf(chat), before)
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 49, held: 0, charges: 1 })
    assert.equal((await chat.client.get('/api/auth/user')).body.stats.messagesWritten, 1)
    await (
      await send(chat, 'I nod.')
    ).ended
    assert.isUndefined(await draftOf(chat))
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('with the same key at once, and again, are written and charged once', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const clientMessageId = randomUUID()
    const streams = await Promise.all(Array.from({ length: 4 }, () => impersonate(chat, { clientMessageId })))
    for (const stream of streams) assert.equal(textOf(await stream.ended), 'I nod.')
    const again = await (await impersonate(chat, { clientMessageId })).ended
    assert.equal(textOf(again), 'I nod.')
    assert.equal(last(again).type, 'draft')
    assert.deepEqual(await repliesOf(chat), [{ kind: 'impersonate', state: 'written' }])
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 49, charges: 1 })
    // The key belongs to this line.
    const other = await stage.chats(chat.client, 1)
    assert.equal((await impersonate(other[0]!, { clientMessageId })).status, 409)
    assert.equal((await send(chat, 'Hello', { clientMessageId })).status, 409)
    await (
      await impersonate(chat)
    ).ended
    const replaced = await (await impersonate(chat, { clientMessageId })).ended
    assert.deepInclude(last(replaced), { type: 'error', code: 'draft_replaced' })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('are stopped, joined and refused beside a reply', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const { answer, goOn } = speakInTwo(['I wait'], ['.'])
    stage.upstream.answer = answer
    const stream = await impersonate(chat)
    await stream.waitFor(isChunk)
    assert.equal((await send(chat, 'Hello')).status, 409)
    assert.equal((await impersonate(chat)).status, 409)
    const joined = await join(chat)
    await joined.waitFor(isChunk)
    assert.equal((await stop(chat)).status, 200)
    goOn()
    const events = await joined.ended
    assert.deepInclude(events[0], { type: 'resumed', kind: 'impersonate', messageId: chat.sessionId })
    assert.equal(last(events).type, 'draft')
    assert.equal((await draftOf(chat)).text, 'I wait')
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 49, held: 0 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('are free when they break off, and their text is kept', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    stage.upstream.answer = async (call) => {
      call.delta('I start')
      call.response.end()
    }
    const events = await (await impersonate(chat)).ended
    assert.equal(last(events).type, 'error')
    assert.equal((last(events) as { draft?: { text: string } }).draft?.text, 'I start')
    assert.equal((await draftOf(chat)).text, 'I start')
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 50, held: 0, charges: 0 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('are refused in the chats of others, in empty ones, and without rubies', async ({ assert }) => {
    const chat = await stage.chat(0, 'reroll')
    assert.equal(last(await (await impersonate(chat)).ended).type, 'access_denied')
    const other = await stage.visitor()
    assert.equal((await impersonate({ ...chat, client: other })).status, 404)
    assert.equal((await impersonate({ ...chat, sessionId: 'none' })).status, 404)
    await stage.db.query('UPDATE chat_messages SET deleted_at = now() WHERE chat_session_id = $1', [chat.sessionId])
    assert.equal((await impersonate(chat)).status, 422)
    assert.deepEqual(await repliesOf(chat), [])
  })

  test('survive their server: the text is kept, and the rubies are released', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    const other = await stage.secondServer()
    const clientMessageId = randomUUID()
    const { answer, goOn } = speakInTwo(['I remember'], ['.'])
    stage.upstream.answer = answer
    const stream = await impersonate({ ...chat, client: chat.client.at(other.url) }, { clientMessageId })
    await stream.waitFor(isChunk)
    await untilSaved(stage.db, [chat], 'I remember')
    await other.kill('SIGKILL')
    goOn()
    await settled(stage.db)
    assert.equal((await draftOf(chat)).text, 'I remember')
    assert.deepInclude(await accountOf(stage.db, chat), { balance: 50, held: 0, charges: 0 })
    stage.upstream.answer = speak(['I', ' nod.'])
    assert.equal(textOf(await (await impersonate(chat, { clientMessageId })).ended), 'I nod.')
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }).tags(longRun)
})
