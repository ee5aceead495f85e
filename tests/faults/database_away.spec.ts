import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { numberedWords, speak } from '#tests/support/model_upstream'
import { openOwnDatabase } from '#tests/support/own_database'
import { connect } from '#tests/support/databases'
import {
  accountOf,
  ask,
  at,
  begun,
  brokenAfterwards,
  kinds,
  last,
  messagesOf,
  send,
  sharedPair,
  startStage,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'

const words = numberedWords(30)
const whole = words.join('')

/** Asserts that every reply is complete, charged once and streamed to its end, and that none was swept. */
const assertAllWell = async (
  assert: any,
  { db }: Stage,
  chats: Chat[],
  received: Awaited<ReturnType<typeof send>>[]
) => {
  for (const stream of received) {
    const events = await stream.ended
    assert.equal(last(events).type, 'aiComplete', JSON.stringify(last(events)))
    assert.equal(textOf(events), whole)
  }
  assert.deepEqual(await brokenAfterwards(db), [])
  const { rows } = await db.query('SELECT state, error_code, count(*)::int FROM replies GROUP BY 1, 2')
  assert.deepEqual(rows, [{ state: 'written', error_code: null, count: chats.length }])
  for (const chat of chats) {
    assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 1 })
  }
}

test.group('A database that becomes unavailable under load', () => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    test(`and comes back (${signal}) loses, duplicates and sweeps no reply, and the servers recover by themselves`, async ({
      assert,
      cleanup,
    }) => {
      const own = await openOwnDatabase()
      cleanup(() => own.remove())
      // The lease is longer than the outage, so that it doesn't expire on a slow machine.
      const stage = await startStage({ databaseUrl: own.url, env: { REPLY_LEASE_MS: '10000' } })
      cleanup(() => stage.close())
      const other = await stage.secondServer()
      stage.upstream.answer = speak(words, 50)
      const client = await stage.visitor()
      const chats = (await stage.chats(client, 20, kinds)).map((chat, index) => (index % 2 ? chat : at(chat, other)))
      const streams = await Promise.all(chats.map((chat) => ask(chat, 'Hold on!')))
      await Promise.all(streams.map((stream, index) => begun(chats[index]!, stream)))
      await own.restart(signal)
      stage.db = await connect(own.url)
      await assertAllWell(assert, stage, chats, streams)
      assert.deepEqual(await accountOf(stage.db, { client }), { balance: 30, held: 0, paid: 20, charges: 20 })

      // The next message works on both servers.
      stage.upstream.answer = speak(['Still', ' here.'])
      for (const chat of chats.slice(0, 2))
        assert.equal(last(await (await send(chat, 'Are you there?')).ended).type, 'aiComplete')
    }).tags(longRun)
  }

  test('for longer than a lease, without a restart: the first server that reconnects does not sweep the others’ replies', async ({
    assert,
    cleanup,
  }) => {
    const stage = await startStage({ isProxied: true, env: { REPLY_LEASE_MS: '2000' } })
    cleanup(() => stage.close())
    const other = await stage.secondServer()
    stage.upstream.answer = speak(words, 60)
    const client = await stage.visitor()
    const chats = (await stage.chats(client, 20, kinds)).map((chat, index) => (index % 2 ? chat : at(chat, other)))
    const streams = await Promise.all(chats.map((chat) => ask(chat, 'Hold on!')))
    await Promise.all(streams.map((stream, index) => begun(chats[index]!, stream)))
    for (let time = 0; time < 2; time++) {
      stage.proxy!.cut()
      // Only the second server reconnects at once.
      await sleep(2_400)
      stage.proxy!.mend()
      await sleep(200)
    }
    await assertAllWell(assert, stage, chats, streams)
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 30, held: 0, paid: 20, charges: 20 })
  }).tags(longRun)

  test('at the moment of a commit neither loses nor duplicates a reply whose begin or end was committed but not confirmed', async ({
    assert,
  }) => {
    const { stage } = await sharedPair()
    for (const statement of ['chat_begin_reply', 'chat_end_reply']) {
      for (const body of [{ clientMessageId: statement }, {}]) {
        stage.upstream.answer = speak(words)
        const chat = await stage.chat(3)
        const cut = stage.proxy!.swallowAnswerTo(statement)
        const stream = await send(chat, 'Hold on!', body)
        assert.equal(stream.status, 200, stream.text())
        await cut
        const events = await stream.ended
        assert.equal(textOf(events), whole)
        const messages = await messagesOf(chat)
        assert.deepInclude(await writtenIn(chat), { content: whole, rubyCost: 1 })
        assert.deepEqual(events[0], { type: 'userMessage', message: messages[1]!, answerId: last(messages).id })
        assert.deepEqual(last(events), { type: 'aiComplete', message: last(messages) })
        assert.deepEqual(await accountOf(stage.db, chat), { balance: 2, held: 0, paid: 1, charges: 1 })
      }
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('answers calls with 503, a message and Retry-After, and is not ready', async ({ assert }) => {
    const { stage, other } = await sharedPair()
    const chat = await stage.chat(3)
    void stage.proxy!.cut()
    const answers = [
      await chat.client.get('/api/characters'),
      await chat.client.post(`/api/chats/${chat.characterId}/stream`, { content: 'Hello?', model: 'basic' }),
    ]
    for (const { status, headers, body } of answers) {
      assert.equal(status, 503)
      assert.isAbove(Number(headers['retry-after']), 0)
      assert.deepInclude(body, { code: 'unavailable' })
    }
    const ready = await chat.client.get('/health/ready')
    assert.deepEqual([ready.status, ready.body], [503, { status: 'database_unreachable' }])
    assert.equal((await chat.client.get('/health/live')).status, 200)
    stage.proxy!.mend()
    for (const { client } of [chat, at(chat, other)])
      await waitUntil('the server is ready', async () => (await client.get('/health/ready')).status === 200)
    assert.equal((await chat.client.get('/api/characters')).status, 200)
  })
})
