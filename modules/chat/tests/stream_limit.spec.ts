import { test } from '@japa/runner'
import { limits } from '#modules/chat/api'
import type { StreamHandle } from '#tests/support/client'
import { accountOf, ask, begun, isChunk, join, kinds, last, messagesOf, startStage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

test.group('Open reply streams', () => {
  test('are limited to 100 per user: one more is 429 with Retry-After, before any rubies are held', async ({
    assert,
    cleanup,
  }) => {
    const stage = await startStage({ env: { RATE_LIMITS: 'on' } })
    cleanup(() => stage.close())
    stage.upstream.answer = (call) => call.delta('Once upon')
    const client = await stage.visitor(50)
    const [chat, ...others] = await stage.chats(client, 4, ['reply', ...kinds])
    const stream = await ask(chat!, 'Hello?')
    await stream.waitFor(isChunk)
    const readers: StreamHandle[] = []
    while (readers.length < limits.replyReadersPerUser - 1) {
      const batch = await Promise.all(Array.from({ length: 11 }, () => join(chat!)))
      for (const reader of batch) assert.equal(reader.status, 200)
      readers.push(...batch)
    }
    assert.lengthOf(readers, 99)
    for (const other of others) {
      const before = await messagesOf(other)
      const refused = await ask(other, 'And me?')
      assert.equal(refused.status, 429, other.kind)
      assert.isAbove(Number(refused.headers['retry-after']), 0)
      assert.deepEqual(await messagesOf(other), before)
    }
    assert.equal((await join(chat!)).status, 429)
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 50, held: 1, paid: 0, charges: 0 })

    // Another user isn't affected, and a slot is free again when a stream has ended.
    const free = await stage.chat()
    await begun(free, await ask(free, 'Me?'))
    await client.post(`/api/chats/${chat!.characterId}/stop`, { sessionId: chat!.sessionId })
    for (const reader of [stream, ...readers]) assert.equal(last(await reader.ended).type, 'aiComplete')
    const [next] = await stage.chats(client, 1)
    assert.equal((await ask(next!, 'Now?')).status, 200)
  }).tags(longRun)
})
