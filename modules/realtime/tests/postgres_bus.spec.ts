import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { lockSql, presenceLockOf } from '#modules/kernel/locks'
import { connect } from '#tests/support/databases'
import { startDatabaseProxy } from '#tests/support/database_proxy'
import { topic } from '../src/bus.ts'
import { PostgresBus } from '../src/postgres_bus.ts'
import { ProcessConnection } from '../src/process_connection.ts'

const logger = { warn() {} } as never
const greeting = topic<{ id: string }>('greeting')

const startProcess = (cleanup: (work: () => Promise<void>) => void, connectionString = process.env.DATABASE_URL!) => {
  const connection = new ProcessConnection({
    config: { connectionString },
    deadlineMs: 5_000,
    timers: systemTimers,
    logger,
  })
  cleanup(() => connection.close())
  const bus = new PostgresBus(connection, logger)
  const nextGap = () => new Promise<void>((resolve) => bus.onGap(resolve))
  return { connection, bus, nextGap }
}

test.group('The bus', () => {
  test('delivers a message to all processes, the sender included', async ({ assert, cleanup }) => {
    const [here, there] = [startProcess(cleanup), startProcess(cleanup)]
    const id = newId()
    const received = [here, there].map(
      ({ bus }) => new Promise<void>((resolve) => bus.subscribe(greeting, (message) => message.id === id && resolve()))
    )
    await there.connection.query('SELECT 1')
    await here.bus.publish(greeting, { id })
    await Promise.all(received)
    assert.notEqual(here.bus.processId, there.bus.processId)
  })

  test('calls no listener that has unsubscribed', async ({ assert, cleanup }) => {
    const { bus } = startProcess(cleanup)
    const received: string[] = []
    const unsubscribe = bus.subscribe(greeting, ({ id }) => received.push(id))
    const last = newId()
    const done = new Promise<void>((resolve) => bus.subscribe(greeting, ({ id }) => id === last && resolve()))
    unsubscribe()
    await bus.publish(greeting, { id: 'after unsubscribing' })
    await bus.publish(greeting, { id: last })
    await done
    assert.deepEqual(received, [])
  })

  test('knows of peers when another process announces itself, not when this one does', async ({ assert, cleanup }) => {
    const [here, there] = [startProcess(cleanup), startProcess(cleanup)]
    const hello = topic<{ from: string }>('hello')
    const heardFrom = (id: string) =>
      new Promise<void>((resolve) => here.bus.subscribe(hello, ({ from }) => from === id && resolve()))
    here.bus.hasPeers = false
    const own = heardFrom(here.bus.processId)
    await here.bus.announce()
    await own
    assert.isFalse(here.bus.hasPeers)
    const other = heardFrom(there.bus.processId)
    await there.bus.announce()
    await other
    assert.isTrue(here.bus.hasPeers)
  })

  test('passes on the payloads of other channels', async ({ assert, cleanup }) => {
    const { bus, connection } = startProcess(cleanup)
    const received = new Promise<string>((resolve) => bus.listen('facet_test', resolve))
    await connection.query(`SELECT pg_notify('facet_test', 'plain text')`)
    assert.equal(await received, 'plain text')
  })

  test('listens again by itself after the connection was lost, and reports the gap first', async ({
    assert,
    cleanup,
  }) => {
    const proxy = await startDatabaseProxy(process.env.DATABASE_URL!)
    cleanup(() => proxy.close())
    const { bus, connection, nextGap } = startProcess(cleanup, proxy.url)
    const first = nextGap()
    connection.start()
    await first
    assert.isAbove(connection.connectedForMs, 0)
    const again = nextGap()
    proxy.cut()
    proxy.mend()
    await again
    const sender = startProcess(cleanup)
    const id = newId()
    const received = new Promise<void>((resolve) =>
      bus.subscribe(greeting, (message) => message.id === id && resolve())
    )
    await sender.bus.publish(greeting, { id })
    await received
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
