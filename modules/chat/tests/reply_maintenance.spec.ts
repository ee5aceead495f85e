import { once } from 'node:events'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { queryUnprepared } from '#modules/kernel/sql'
import { topic } from '#modules/realtime/index'
import { startDatabaseProxy } from '#tests/support/database_proxy'
import { connect } from '#tests/support/databases'
import { createMigratedDatabase } from '#tests/support/server'
import { followed, progressed, stopChannel } from '../replies/run/reply_topics.ts'
import { ReplyMaintenance } from '../replies/recover/reply_maintenance.ts'
import { beginInTables, startProcess, type ProcessOptions } from './support.ts'

/** An interval so long that no regular tick happens during a test. */
const never = 1_000_000_000

const start = async (cleanup: (work: () => Promise<void>) => void, options: ProcessOptions = {}) => {
  const started = await startProcess(cleanup, { ...options, timings: { tickMs: never, ...options.timings } })
  const maintenance = new ReplyMaintenance(started.context, newId())
  cleanup(() => maintenance.stop())
  await maintenance.start()
  return { ...started, maintenance }
}

test.group('The maintenance of replies', () => {
  test('sweeps again at once after a full batch, until nothing is left', async ({ assert, cleanup }) => {
    const databaseUrl = await createMigratedDatabase()
    const client = await connect(databaseUrl)
    cleanup(() => client.end())
    const owner = newId()
    await client.query(`INSERT INTO reply_owners (id, instance, lease_until) VALUES ($1, 'gone', '-infinity')`, [owner])
    await client.query(
      `INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
       SELECT uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7(), 1, 'basic', 0, $1 FROM generate_series(1, 1007)`,
      [owner]
    )
    const sweeps: unknown[] = []
    const done = Promise.withResolvers<void>()
    const onLog = (_: string, { swept }: Record<string, unknown>) => {
      if (swept) sweeps.push(swept)
      if (sweeps.length === 3) done.resolve()
    }
    await start(cleanup, { databaseUrl, onLog })
    await done.promise
    assert.deepEqual(sweeps, [500, 500, 7])
  })

  test('ends a reply as soon as another process asks it to stop', async ({ assert, cleanup }) => {
    const { userId, replyId, ask } = await beginInTables()
    const [{ context, open }, other] = [await start(cleanup), await startProcess(cleanup)]
    await ask('UPDATE replies SET owner = $2, stop_requested_at = now() WHERE id = $1', replyId, context.owner)
    const live = open({ id: replyId, userId })
    const aborted = once(live.signal, 'abort')
    await other.context.bus.notify(stopChannel, replyId)
    await aborted
    assert.equal(live.earlyEnd, 'stopped')
  })

  test('ends a reply as deleted when its row is gone', async ({ assert, cleanup }) => {
    const { context, open } = await start(cleanup)
    const live = open()
    const aborted = once(live.signal, 'abort')
    await context.bus.notify(stopChannel, live.identity.id)
    await aborted
    assert.equal(live.earlyEnd, 'deleted')
  })

  test('saves the text of a followed reply at once, and of no other', async ({ assert, cleanup }) => {
    const [{ context, open }, other] = [await start(cleanup), await startProcess(cleanup)]
    const [live, unfollowed] = [open(), open()]
    // The first tick after the start is a regular one, which saves every reply.
    const { bus } = other.context
    const { id } = live.identity
    const firstTick = new Promise<void>((resolve) => bus.subscribe(progressed, id, () => resolve()))
    await other.context.connection.query('SELECT 1')
    live.append('Once ')
    await bus.publish(followed, context.owner, { replyId: id })
    await firstTick
    const saved = new Promise<void>((resolve) => bus.subscribe(progressed, id, () => resolve()))
    live.append('upon a time')
    unfollowed.append('Unread')
    await bus.publish(followed, context.owner, { replyId: id })
    await saved
    const rows = await queryUnprepared<{ reply_id: string }>(
      context.db.connection(),
      'SELECT DISTINCT reply_id FROM reply_parts WHERE reply_id = ANY ($1::uuid[])',
      [[live.identity.id, unfollowed.identity.id]]
    )
    assert.deepEqual(rows, [{ reply_id: live.identity.id }])
  })

  test('renews the lease before a reply begins only when it is overdue', async ({ assert, cleanup }) => {
    const { context, maintenance } = await start(cleanup)
    const leaseUntil = async () =>
      (
        await context.connection.query<{ lease_until: Date }>('SELECT lease_until FROM reply_owners WHERE id = $1', [
          context.owner,
        ])
      )[0]!.lease_until
    const before = await leaseUntil()
    await maintenance.renewOverdueLease()
    assert.deepEqual(await leaseUntil(), before)
    // Makes the lease overdue at once.
    Object.assign(context.timings, { tickMs: 0, leaseMs: 0 })
    await maintenance.renewOverdueLease()
    assert.notDeepEqual(await leaseUntil(), before)
  })

  test('registers the process later when the database is unavailable at the start', async ({ assert, cleanup }) => {
    const proxy = await startDatabaseProxy(process.env.DATABASE_URL!)
    cleanup(() => Promise.resolve(proxy.close()))
    const { context: peer } = await startProcess(cleanup)
    const announcement = Promise.withResolvers<void>()
    let isAnnounced = false
    peer.bus.subscribe(topic('hello'), 'all', () => {
      isAnnounced = true
      announcement.resolve()
    })
    await peer.connection.query('SELECT 1')
    proxy.cut()
    const { maintenance } = await start(cleanup, { databaseUrl: proxy.url, timings: { tickMs: 30 } })
    assert.isTrue(maintenance.isLeaseOverdue)
    assert.isFalse(isAnnounced)
    proxy.mend()
    await announcement.promise
    assert.isFalse(maintenance.isLeaseOverdue)
  })
})
