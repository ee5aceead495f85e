import { once } from 'node:events'
import { test } from '@japa/runner'
import { cli } from '#cli/tests/support'
import { decide, order } from '#modules/economy/tests/support_http'
import { textOf } from '#tests/support/client'
import { asServer, connect, createDatabase } from '#tests/support/databases'
import { startDatabaseProxy, type DatabaseProxy } from '#tests/support/database_proxy'
import { engineCommand } from '#tests/support/engines'
import { numberedWords, speak, speakInTwo } from '#tests/support/model_upstream'
import { startPgBouncer, type PgBouncer } from '#tests/support/pgbouncer'
import { beginServer, createMigratedDatabase, type RunningServer } from '#tests/support/server'
import {
  accountOf,
  ask,
  at,
  brokenAfterwards,
  isChunk,
  kinds,
  last,
  startStage,
  stop,
  writtenIn,
  type Stage,
} from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

const isMissing = engineCommand('pgbouncer') === null
const reason = 'npm run test:engines unpacks pgbouncer'
const words = numberedWords(20)
const whole = words.join('')

test.group('PgBouncer in transaction mode', () => {
  test('runs the statements of two clients in turn, more than it keeps', async ({ assert, cleanup }) => {
    const pooler = await startPgBouncer(asServer(await createDatabase()), { poolSize: 1, preparedMax: 50 })
    cleanup(() => pooler.close())
    const clients = await Promise.all([1, 2].map(() => connect(pooler.env.DATABASE_STATEMENTS_URL)))
    cleanup(() => Promise.all(clients.map((client) => client.end())).then(() => {}))
    for (const round of [1, 2])
      for (let n = 0; n < 200; n++)
        for (const client of clients) {
          const { rows } = await client.query({
            name: `number_${n}`,
            text: `SELECT $1::int + ${n} AS sum`,
            values: [round],
          })
          assert.deepEqual(rows, [{ sum: round + n }])
        }
  }).skip(isMissing, reason)
})

test.group('Two servers behind PgBouncer', (group) => {
  let pooler: PgBouncer
  let direct: DatabaseProxy
  let stage: Stage
  let other: RunningServer
  group.setup(async () => {
    if (isMissing) return () => {}
    const databaseUrl = await createMigratedDatabase()
    pooler = await startPgBouncer(asServer(databaseUrl))
    direct = await startDatabaseProxy(asServer(databaseUrl))
    const env = { ...pooler.env, DATABASE_DIRECT_URL: direct.url, REPLY_LEASE_MS: '200000', DATABASE_POOL: '16' }
    stage = await startStage({ databaseUrl, env })
    other = await stage.secondServer()
    return async () => {
      await stage.close()
      direct.close()
      await pooler.close()
    }
  })
  group.each.setup(() => {
    if (!isMissing) stage.upstream.answer = speak(words)
  })

  test('stream replies of all kinds at once, over fewer connections than they have', async ({ assert }) => {
    const client = await stage.visitor()
    const chats = (await stage.chats(client, 24, kinds)).map((chat, index) => (index % 2 ? chat : at(chat, other)))
    const streams = await Promise.all(chats.map((chat) => ask(chat, 'All together!')))
    for (const stream of streams) {
      const events = await stream.ended
      assert.equal(last(events).type, 'aiComplete', JSON.stringify(last(events)))
      assert.equal(textOf(events), whole)
    }
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 26, held: 0, paid: 24, charges: 24 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    // Beside the direct connections.
    const { rows } = await stage.db.query(
      `SELECT count(*)::int AS connections FROM pg_stat_activity
       WHERE datname = current_database() AND usename <> current_user AND application_name <> 'facet replies'`
    )
    assert.isAtMost(rows[0].connections, 4)
  }).skip(isMissing, reason)

  test('listen, lock and renew their leases on their direct connections', ({ assert }) => {
    const statements = direct.takeStatements().flat()
    const count = (pattern: RegExp) => statements.filter((statement) => pattern.test(statement)).length
    assert.equal(count(/LISTEN facet_stops/), 2)
    assert.equal(count(/pg_advisory_lock_shared/), 2)
    assert.isAtLeast(count(/INSERT INTO reply_owners/i), 2)
  }).skip(isMissing, reason)

  test('stop a reply of each other', async ({ assert }) => {
    const { answer } = speakInTwo(words.slice(0, 8), words.slice(8))
    stage.upstream.answer = answer
    const chat = await stage.chat(1)
    const stream = await ask(chat, 'Hello?')
    await stream.waitFor(isChunk)
    const stopped = await stop(at(chat, other))
    assert.equal(stopped.body.message.state, 'stopped')
    assert.deepEqual(last(await stream.ended), { type: 'aiComplete', message: stopped.body.message })
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
  }).skip(isMissing, reason)

  test('sell rubies', async ({ assert }) => {
    const buyer = await stage.visitor()
    const { orderId, page } = await order(buyer)
    assert.equal((await decide(buyer, page, 'pay')).status, 303)
    assert.equal((await buyer.get(`/api/rubies/orders/${orderId}`)).body.state, 'paid')
    assert.equal((await accountOf(stage.db, { client: buyer })).balance, 550)
  }).skip(isMissing, reason)

  test('leave no setting on a connection', async ({ assert }) => {
    /** Settings of the sessions of all connections of a pool, except those that the pooler itself sets for each client. */
    const settingsAt = async (address: string) => {
      const clients = await Promise.all([1, 2].map(() => connect(address)))
      try {
        await Promise.all(clients.map((client) => client.query('BEGIN')))
        const answers = await Promise.all(
          clients.map((client) =>
            client.query(
              `SELECT name FROM pg_settings WHERE source = 'session' AND name NOT IN ('application_name', 'client_encoding') ORDER BY 1`
            )
          )
        )
        return answers.map(({ rows }) => rows.map(({ name }) => name))
      } finally {
        await Promise.all(clients.map((client) => client.end()))
      }
    }
    assert.deepEqual(await settingsAt(pooler.env.DATABASE_URL), [[], []])
    const planned = ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'plan_cache_mode']
    assert.deepEqual(await settingsAt(pooler.env.DATABASE_STATEMENTS_URL), [planned, planned])
  }).skip(isMissing, reason)

  test('end replies whole when it was killed meanwhile and came back', async ({ assert }) => {
    const { answer, goOn } = speakInTwo(words.slice(0, 8), words.slice(8))
    stage.upstream.answer = answer
    const client = await stage.visitor()
    const chats = (await stage.chats(client, 6, kinds)).map((chat, index) => (index % 2 ? chat : at(chat, other)))
    const streams = await Promise.all(chats.map((chat) => ask(chat, 'Hold on!')))
    for (const stream of streams) await stream.waitFor(isChunk)
    await pooler.kill()
    goOn()
    await waitUntil('the outage shows', async () => !(await fetch(`${stage.server.url}/health/ready`)).ok)
    await pooler.start()
    for (const stream of streams) {
      const events = await stream.ended
      assert.equal(last(events).type, 'aiComplete', JSON.stringify(last(events)))
      assert.equal(textOf(events), whole)
    }
    for (const chat of chats) assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete' })
    assert.deepEqual(await accountOf(stage.db, { client }), { balance: 44, held: 0, paid: 6, charges: 6 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  }).skip(isMissing, reason)

  test('get warnings from the doctor about addresses that are missing or wrong', async ({ assert }) => {
    const { DATABASE_STATEMENTS_URL: _, ...without } = pooler.env
    const { databaseUrl } = stage.server
    const warningsOf = async (env: Record<string, string>) => {
      const { json } = await cli(['doctor', '--json'], { databaseUrl, env })
      return json.checks
        .filter(({ name }: { name: string }) => name === 'pooler')
        .map(({ says }: { says: string }) => says)
    }
    assert.deepEqual(await warningsOf(pooler.env), [])
    assert.deepEqual(await warningsOf({ ...without, DATABASE_DIRECT_URL: pooler.env.DATABASE_URL }), [
      'DATABASE_DIRECT_URL leads through a pooler: it must be in session mode',
      'statements are planned at most calls, which costs time: set DATABASE_STATEMENTS_URL',
    ])
  }).skip(isMissing, reason)
})

test.group('A migration', () => {
  test('bypasses PgBouncer, also without a role of its own', async ({ assert, cleanup }) => {
    const databaseUrl = await createMigratedDatabase()
    const pooler = await startPgBouncer(asServer(databaseUrl))
    cleanup(() => pooler.close())
    const direct = await startDatabaseProxy(asServer(databaseUrl))
    cleanup(() => direct.close())
    const { code, err } = await cli(['migrate'], { env: { ...pooler.env, DATABASE_DIRECT_URL: direct.url } })
    assert.equal(code, 0, err)
    const statements = direct.takeStatements().flat()
    assert.isTrue(
      statements.some((statement) => statement.includes('pg_advisory_xact_lock')),
      statements.join('\n')
    )
  }).skip(isMissing, reason)
})

test.group('A server whose addresses name different databases', () => {
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_STATEMENTS_URL'])
    test(`exits with one line that names ${name}`, async ({ assert }) => {
      const databaseUrl = await createMigratedDatabase()
      const env = {
        DATABASE_DIRECT_URL: databaseUrl,
        DATABASE_STATEMENTS_URL: databaseUrl,
        [name]: await createDatabase(),
      }
      const server = await beginServer({ databaseUrl, env })
      const [code] = await once(server.process, 'close')
      assert.equal(code, 1)
      assert.equal(server.log().trim(), `${name} and DATABASE_URL name different databases. Use the same database.`)
    })
})
