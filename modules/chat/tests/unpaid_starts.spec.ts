import { test } from '@japa/runner'
import { limits } from '#modules/chat/api'
import { speak, type Call, type ModelUpstream } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  begun,
  isChunk,
  kinds,
  last,
  messagesOf,
  sharedStage,
  stop,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

test.group('Free replies that a user can cause', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('limited')
  })

  const stopUnpaid = async (chat: Chat, answer: ModelUpstream['answer'] = () => {}) => {
    stage.upstream.answer = answer
    const stream = await ask(chat, 'Hello?')
    await begun(chat, stream)
    await stop(chat)
    assertCode(last(await stream.ended), 'stopped')
  }
  const assertCode = (event: { type: string; code?: string }, code: string) => {
    if (event.type !== 'error' || event.code !== code) throw new Error(`Not ${code}: ${JSON.stringify(event)}`)
  }

  test('are refused with 429 after ten in ten minutes, and nothing is saved or held', async ({ assert }) => {
    const client = await stage.visitor(50)
    const chats = await stage.chats(client, limits.unpaidStarts + 1, kinds)
    for (const chat of chats.slice(0, 8)) await stopUnpaid(chat)
    // A deleted chat counts as a stop.
    for (const chat of chats.slice(8, 10)) {
      const stream = await ask(chat, 'Hello?')
      await begun(chat, stream)
      assert.equal((await client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assertCode(last(await stream.ended), 'deleted')
    }
    const fresh = await stage.chats(client, 3, kinds)
    stage.upstream.answer = speak(['Yes.'])
    for (const chat of fresh) {
      const before = await messagesOf(chat)
      const refused = await ask(chat, 'And now?')
      assert.equal(refused.status, 429, chat.kind)
      const seconds = Number(refused.headers['retry-after'])
      assert.isTrue(seconds >= 1 && seconds <= 600, `${seconds} s`)
      assert.deepEqual(await messagesOf(chat), before)
    }
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 50, held: 0, paid: 0, charges: 0 })

    // Other users are not affected, and ten minutes after the first one the user may continue.
    assert.equal((await ask(await stage.chat(), 'And me?')).status, 200)
    await stage.db.query(`UPDATE replies SET created_at = created_at - INTERVAL '10 minutes' WHERE user_id = $1`, [
      client.user.id,
    ])
    for (const chat of fresh) assert.equal(last(await (await ask(chat, 'Now?')).ended).type, 'aiComplete')
  })

  test('count together with all other free endings that a user can cause', async ({ assert }) => {
    const client = await stage.visitor(50)
    const chats = await stage.chats(client, limits.unpaidStarts + 1, kinds)
    const think = (call: Call) => call.event({ reasoning_content: 'The answer to that is long.' })
    const free: ModelUpstream['answer'][] = [
      (call) => call.finish('content_filter'),
      (call) => (call.event({ refusal: 'No.' }), call.finish()),
      (call) => (think(call), call.finish()),
      (call) => call.finish(),
      (call) => call.finish('length'),
      // The provider fails after its model has worked.
      (call) => (call.delta('Once upon'), call.response.end()),
      (call) => (think(call), call.response.end()),
      ({ response }) => void response.writeHead(400).end(),
    ]
    for (const [index, chat] of chats.slice(0, 8).entries()) {
      stage.upstream.answer = free[index]!
      assert.equal(last(await (await ask(chat, 'Hello?')).ended).type, 'error', chat.kind)
    }
    for (const chat of chats.slice(8, 10)) await stopUnpaid(chat, think)
    stage.upstream.answer = speak(['Yes.'])
    const { characterId, sessionId } = chats[10]!
    assert.equal((await ask(chats[10]!, 'And now?')).status, 429)
    const line = { method: 'POST', body: { sessionId, model: 'basic' } } as const
    assert.equal((await client.stream(`/api/chats/${characterId}/impersonate`, line)).status, 429)
    const { body: group } = await client.post('/api/group-chats', { characterIds: stage.characterIds.slice(0, 2) })
    const turn = { method: 'POST', body: { content: 'And you?', model: 'basic' } } as const
    assert.equal((await client.stream(`/api/group-chats/${group.session.id}/stream`, turn)).status, 429)
    assert.deepInclude(await accountOf(stage.db, { client }), { balance: 50, held: 0 })
  })

  test('are not counted when the provider failed, nor when the text was charged', async ({ assert }) => {
    const client = await stage.visitor(50)
    const chats = await stage.chats(client, 21)
    stage.upstream.answer = ({ response }) => void response.writeHead(500).end()
    for (const chat of chats.slice(0, 10)) assert.equal(last(await (await ask(chat, 'Hello?')).ended).type, 'error')
    stage.upstream.answer = (call) => call.delta('Once upon')
    for (const chat of chats.slice(10, 15)) {
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      await stop(chat)
      assert.equal(last(await stream.ended).type, 'aiComplete')
    }
    stage.upstream.answer = (call) => (call.delta('Once upon'), call.finish('content_filter'))
    for (const chat of chats.slice(15, 20))
      assertCode(last(await (await ask(chat, 'Hello?')).ended), 'content_filtered')
    assert.deepInclude(await accountOf(stage.db, { client }), { balance: 40, held: 0, charges: 10 })
    stage.upstream.answer = speak(['Yes.'])
    assert.equal(last(await (await ask(chats[20]!, 'And now?')).ended).type, 'aiComplete')
  }).tags(longRun)
})
