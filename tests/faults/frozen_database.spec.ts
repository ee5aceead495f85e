import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { numberedWords, speak, speakInTwo } from '#tests/support/model_upstream'
import { createMigratedDatabase } from '#tests/support/server'
import {
  accountOf,
  ask,
  begun,
  brokenAfterwards,
  kinds,
  last,
  startStage,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

const words = numberedWords(30)
const whole = words.join('')

/** Returns the status of a response, or null if there is none within the time. */
const statusWithin = async (deadlineMs: number, address: string): Promise<number | null> =>
  fetch(address, { signal: AbortSignal.timeout(deadlineMs) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => null
  )

/** Returns the time until an address responds with a status. Throws long after the asserted time. */
const msUntil = async (status: number, address: string): Promise<number> => {
  const began = performance.now()
  while ((await statusWithin(2_500, address)) !== status) {
    if (performance.now() - began > 60_000) throw new Error(`${address} never answered ${status}`)
    await sleep(50)
  }
  return performance.now() - began
}

const startReplies = async (stage: Stage, count: number): Promise<{ chats: Chat[]; streams: any[]; client: any }> => {
  const client = await stage.visitor()
  const chats = await stage.chats(client, count, kinds)
  const streams = await Promise.all(chats.map((chat) => ask(chat, 'Hold on!')))
  await Promise.all(streams.map((stream, index) => begun(chats[index]!, stream)))
  return { chats, streams, client }
}

/** Asserts that every reply is complete, charged once, and was streamed completely. */
const assertAllWhole = async (assert: any, stage: Stage, { chats, streams, client }: any) => {
  for (const stream of streams) {
    const events = await stream.ended
    assert.equal(last(events as any[]).type, 'aiComplete', JSON.stringify(last(events as any[])))
    assert.equal(textOf(events), whole)
  }
  assert.deepEqual(await brokenAfterwards(stage.db), [])
  for (const chat of chats)
    assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 1 })
  const { length } = chats
  assert.deepEqual(await accountOf(stage.db, { client }), {
    balance: 50 - length,
    held: 0,
    paid: length,
    charges: length,
  })
}

test.group('A frozen network to the database', (group) => {
  group.tap((slowTest) => slowTest.tags(longRun))
  test('for 15 seconds makes the server not ready within 10 s and ready 10 s after it is back, and every reply is complete', async ({
    assert,
    cleanup,
  }) => {
    const stage = await startStage({ isProxied: true, env: { REPLY_LEASE_MS: '20000', REPLY_TICK_MS: '500' } })
    cleanup(() => stage.close())
    const { url } = stage.server
    const addresses = [`${url}/`, `${url}/api/characters`]
    stage.upstream.answer = speak(words, 200)
    const replies = await startReplies(stage, 6)
    // These calls leave idle connections in both pools.
    for (const address of addresses) assert.equal(await statusWithin(10_000, address), 200)
    stage.proxy!.freeze()
    const frozenAt = performance.now()
    const callers = addresses.map((address) => statusWithin(30_000, address))
    assert.isBelow(await msUntil(503, `${url}/health/ready`), 10_000)
    assert.equal(await statusWithin(1_000, `${url}/health/live`), 200)
    await sleep(Math.max(0, 15_000 - (performance.now() - frozenAt)))
    stage.proxy!.thaw()
    const times = await Promise.all([`${url}/health/ready`, ...addresses].map((address) => msUntil(200, address)))
    for (const ms of times) assert.isBelow(ms, 10_000)
    // Calls during the outage got a response.
    for (const status of await Promise.all(callers)) assert.isNotNull(status)
    await assertAllWhole(assert, stage, replies)
  }).timeout(120_000)

  test('for the connection between processes renews the lease over a new connection, and no other process sweeps', async ({
    assert,
    cleanup,
  }) => {
    const databaseUrl = await createMigratedDatabase()
    const env = { REPLY_LEASE_MS: '6000', REPLY_TICK_MS: '200' }
    const stage = await startStage({ databaseUrl, isProxied: true, env })
    cleanup(() => stage.close())
    // The second server bypasses the proxy and is connected for longer than a lease, so it could sweep.
    const other = await stage.secondServer({ DATABASE_URL: databaseUrl })
    // The replies take longer than two leases.
    stage.upstream.answer = speak(words, 500)
    const replies = await startReplies(stage, 4)
    stage.proxy!.freeze('facet replies')
    await assertAllWhole(assert, stage, replies)
    for (const { url } of [stage.server, other]) assert.equal(await statusWithin(5_000, `${url}/health/ready`), 200)
  }).timeout(120_000)

  test('while a model is silent: its request is aborted in time', async ({ assert, cleanup }) => {
    const stage = await startStage({
      isProxied: true,
      env: { REPLY_LEASE_MS: '20000', REPLY_TICK_MS: '100', REPLY_NEXT_TEXT_TIMEOUT_MS: '1000' },
    })
    cleanup(() => stage.close())
    stage.upstream.answer = speakInTwo(['Once', ' upon'], []).answer
    const chat = await stage.chat(3)
    const stream = await ask(chat, 'Hold on!')
    await stream.waitFor((event) => event.type === 'aiChunk')
    stage.proxy!.freeze()
    const { closed } = last(stage.upstream.calls)
    // The tick waits for up to 6 s.
    assert.equal(await Promise.race([closed.then(() => 'aborted'), sleep(3_000, 'still open')]), 'aborted')
    stage.proxy!.thaw()
    assert.equal(last(await stream.ended).type, 'error')
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }).timeout(120_000)
})
