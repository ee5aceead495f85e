import { test } from '@japa/runner'
import { postgresBus } from '#plugins/bus-postgres/index'
import { systemTimers } from '#plugins/contract/timers'
import { lockSql, presenceLockOf } from '#modules/kernel/locks'
import { connect } from '#tests/support/databases'
import { startDatabaseProxy } from '#tests/support/database_proxy'
import { Bus, topic } from '../src/bus.ts'
import { ProcessConnection } from '../src/process_connection.ts'

const logger = { warn() {} } as never

const startProcess = (cleanup: (work: () => Promise<void>) => void, connectionString = process.env.DATABASE_URL!) => {
  const connection = new ProcessConnection({
    config: { connectionString },
    deadlineMs: 5_000,
    timers: systemTimers,
    logger,
  })
  const bus = new Bus(connection, postgresBus(connection))
  cleanup(() => bus.close())
  return { connection, bus }
}

/** The conformance kit tests delivery, reconnects and gaps: `plugins/bus-postgres/tests`. */
test.group('The bus', () => {
  test('knows of peers when another process announces itself, not when this one does', async ({ assert, cleanup }) => {
    const [here, there] = [startProcess(cleanup), startProcess(cleanup)]
    assert.notEqual(here.bus.processId, there.bus.processId)
    const heard = Promise.withResolvers<void>()
    here.bus.subscribe(topic('hello'), 'all', () => heard.resolve())
    await here.connection.query('SELECT 1')
    here.bus.hasPeers = false
    await here.bus.announce()
    assert.isFalse(here.bus.hasPeers)
    await there.bus.announce()
    await heard.promise
    assert.isTrue(here.bus.hasPeers)
  })

  test('passes on the payloads of other channels', async ({ assert, cleanup }) => {
    const { bus, connection } = startProcess(cleanup)
    const early = new Promise<string>((resolve) => bus.listen('facet_early', resolve))
    await connection.query(`SELECT pg_notify('facet_early', 'plain text')`)
    assert.equal(await early, 'plain text')
    const late = new Promise<string>((resolve) => bus.listen('facet_late', resolve))
    await bus.notify('facet_late', 'of a channel that was added to an open connection')
    assert.equal(await late, 'of a channel that was added to an open connection')
  })

  test('holds the presence lock while it is connected, and rejects queries after it was closed', async ({
    assert,
    cleanup,
  }) => {
    const { connection } = startProcess(cleanup)
    const client = await connect(process.env.DATABASE_URL!)
    cleanup(() => client.end())
    const isGone = async () => {
      const { rows } = await client.query(`SELECT ${lockSql.try(presenceLockOf('$1::text'))} AS is_gone`, [
        connection.processId,
      ])
      return rows[0].is_gone
    }
    assert.isTrue(await isGone())
    const [{ pid }] = (await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }]
    assert.isFalse(await isGone())
    await connection.close()
    await assert.rejects(() => connection.query('SELECT 1'), /closed/)
    // The lock ends with the backend, which takes a moment.
    for (let exists = true; exists;) {
      const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])
      exists = rows.length > 0
    }
    assert.isTrue(await isGone())
  })

  test('a pinned query fails after the connection was lost, instead of using the next one', async ({
    assert,
    cleanup,
  }) => {
    const proxy = await startDatabaseProxy(process.env.DATABASE_URL!)
    cleanup(() => proxy.close())
    const { connection } = startProcess(cleanup, proxy.url)
    const query = await connection.pinned()
    await query('SELECT 1')
    proxy.cut()
    proxy.mend()
    await connection.query('SELECT 1').catch(() => {})
    await assert.rejects(() => query('SELECT 1'))
    assert.deepEqual(await connection.query('SELECT 1 AS one'), [{ one: 1 }])
  })
})
