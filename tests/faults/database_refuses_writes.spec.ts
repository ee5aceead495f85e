import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { numberedWords, speak, speakInTwo } from '#tests/support/model_upstream'
import { openOwnDatabase } from '#tests/support/own_database'
import {
  accountOf,
  ask,
  begun,
  brokenAfterwards,
  kinds,
  last,
  sharedStage,
  startStage,
  until,
  writtenIn,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

const words = numberedWords(20)
const whole = words.join('')

/** Makes these tables refuse every change with an error code, and count the refusals. */
const refuseWrites = async ({ db }: Stage, code: string, tables: readonly string[]) => {
  await db.query(`CREATE SEQUENCE IF NOT EXISTS refusals`)
  await db.query(`SELECT setval('refusals', 1, false)`)
  await db.query(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    PERFORM nextval('refusals');
    RAISE EXCEPTION 'refused by a test' USING ERRCODE = '${code}';
  END $$`)
  for (const table of tables)
    await db.query(
      `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse()`
    )
}

const allowWrites = ({ db }: Stage) => db.query('DROP FUNCTION refuse CASCADE')

/** Full disk and a conflict, then out of memory, I/O error, cancellation and further conflicts. */
const passing = ['53100', '40001', '53200', '58030', '57014', '40P01', '55P03']

const everyTable = ['replies', 'reply_parts', 'reply_owners', 'chat_messages', 'chat_sessions', 'ruby_transactions']

test.group('A database that temporarily refuses writes', () => {
  for (const code of passing)
    test(`with ${code} at the end of a reply: the end is retried, the reply charged once and complete`, async ({
      assert,
    }) => {
      const stage = await sharedStage('killed')
      const { answer, goOn } = speakInTwo(words.slice(0, 10), words.slice(10))
      stage.upstream.answer = answer
      const client = await stage.visitor()
      const chats = await stage.chats(client, 3, kinds)
      const streams = await Promise.all(chats.map((chat) => ask(chat, 'Hold on!')))
      await Promise.all(streams.map((stream, index) => begun(chats[index]!, stream)))
      await refuseWrites(stage, code, ['replies'])
      goOn()
      // Each of the three replies is refused at least twice: the charge and its retry, or the charge and the end without a charge.
      await until(stage.db, `SELECT last_value >= 6 AND is_called FROM refusals`)
      await allowWrites(stage)
      for (const stream of streams) {
        const events = await stream.ended
        assert.equal(last(events).type, 'aiComplete', JSON.stringify(last(events)))
        assert.equal(textOf(events), whole)
      }
      assert.deepEqual(await brokenAfterwards(stage.db), [])
      for (const chat of chats) assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete' })
      assert.deepEqual(await accountOf(stage.db, { client }), { balance: 47, held: 0, paid: 3, charges: 3 })
    })
      .tags(code === passing[0] ? [] : longRun)
      .timeout(60_000)

  test('because it is read-only for 4 s: all text that was shown is kept, and charged once', async ({
    assert,
    cleanup,
  }) => {
    // The lease is shorter than the outage, but the first process to recover must not sweep the other's replies.
    const own = await openOwnDatabase()
    cleanup(() => own.remove())
    const stage = await startStage({ databaseUrl: own.url, env: { REPLY_LEASE_MS: '2000' } })
    cleanup(() => stage.close())
    const other = await stage.secondServer()
    stage.upstream.answer = speak(words, 150)
    const client = await stage.visitor()
    const chats = (await stage.chats(client, 12, kinds)).map((chat, index) =>
      index % 2 ? chat : { ...chat, client: chat.client.at(other.url) }
    )
    const streams = await Promise.all(chats.map((chat) => ask(chat, 'Hold on!')))
    await Promise.all(streams.map((stream, index) => begun(chats[index]!, stream)))
    await stage.db.query('SET default_transaction_read_only = off')
    await stage.db.query('ALTER SYSTEM SET default_transaction_read_only = ON')
    await stage.db.query('SELECT pg_reload_conf()')
    await sleep(4_000)
    await stage.db.query('ALTER SYSTEM RESET default_transaction_read_only')
    await stage.db.query('SELECT pg_reload_conf()')
    for (const stream of streams) {
      const events = await stream.ended
      assert.equal(last(events).type, 'aiComplete', JSON.stringify(last(events)))
      assert.equal(textOf(events), whole)
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    for (const chat of chats)
      assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 1 })
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 38, held: 0, paid: 12, charges: 12 })
  })
    .tags(longRun)
    .timeout(60_000)

  test('because its disk is full: not ready within 10 s, and ready again afterwards', async ({ assert, cleanup }) => {
    const stage = await startStage({ env: { REPLY_LEASE_MS: '20000', REPLY_TICK_MS: '500' } })
    cleanup(() => stage.close())
    const chat = await stage.chat(3)
    stage.upstream.answer = speak(words, 50)
    const stream = await ask(chat, 'Hold on!')
    await stream.waitFor((event) => event.type === 'aiChunk')
    await refuseWrites(stage, '53100', everyTable)
    const fullAt = performance.now()
    const ready = async () => (await chat.client.get('/health/ready')).status
    while ((await ready()) !== 503) {
      if (performance.now() - fullAt > 10_000) throw new Error('Still ready after 10 s.')
      await sleep(100)
    }
    assert.deepInclude((await chat.client.get('/health/ready')).body, { status: 'lease_overdue' })
    await allowWrites(stage)
    const roomAt = performance.now()
    while ((await ready()) !== 200) await sleep(100)
    assert.isBelow(performance.now() - roomAt, 10_000)
    const events = await stream.ended
    assert.equal(last(events).type, 'aiComplete')
    assert.equal(textOf(events), whole)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 2, held: 0, paid: 1, charges: 1 })
  })
    .tags(longRun)
    .timeout(60_000)
})
