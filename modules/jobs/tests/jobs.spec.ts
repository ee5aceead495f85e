import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import type { JobRun } from '../index.ts'
import { DatabaseJobs } from '../src/database_jobs.ts'
import { JobWorker, pauseSeconds } from '../src/job_worker.ts'
import { purgeJobs } from '../src/purge_jobs.ts'

type Run = JobRun<{ upTo: number }, { done: number }>

/** Processes share the table, but each has its own registry and worker. Kinds are unique, so tests don't see each other's jobs. */
const setUp = async () => {
  const db = await app.container.make(Database)
  const kind = `count-${newId()}`
  const log: { line: string; entry: { job: string } }[] = []
  const write = (entry: { job: string }, line: string) => void log.push({ line, entry })
  const logger = { info: write, warn: write, error: write } as never
  const settings = { pollMs: 10, leaseMs: 5_000, renewMs: 10 }
  const process = (
    work: (run: Run) => Promise<void>,
    { atOnce, ...own }: Partial<typeof settings & { atOnce: number }> = {}
  ) => {
    const jobs = new DatabaseJobs(db)
    jobs.define(kind, work, { atOnce })
    const worker = new JobWorker({ db, jobs, settings: { ...settings, ...own }, timers: systemTimers, logger })
    return { jobs, worker }
  }
  const jobs = new DatabaseJobs(db)
  const enqueue = (upTo = 3, ownerId: string = newId()) =>
    db.transaction(async (trx) => (await jobs.enqueue({ kind, ownerId, payload: { upTo } }, trx)).id)
  const row = async (id: string) =>
    (await db.rawQuery("SELECT *, due_at - now() > interval '1 second' AS waits FROM jobs WHERE id = ?", [id])).rows[0]
  const expireLease = (id: string) => db.rawQuery('UPDATE jobs SET due_at = now() WHERE id = ?', [id])
  return { db, kind, jobs, log, process, enqueue, row, expireLease }
}

/** Creates a gate, at which a job waits until it is opened or the job is interrupted. */
const gate = () => {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = async (signal: AbortSignal) => {
    reached.resolve()
    signal.addEventListener('abort', () => opened.reject(signal.reason))
    await opened.promise
  }
  return { wait, reached: reached.promise, open: opened.resolve }
}

test.group('Jobs', (group) => {
  group.each.teardown(
    async () => void (await (await app.container.make(Database)).rawQuery(`DELETE FROM jobs WHERE kind LIKE 'count-%'`))
  )

  test('run once, in one of several processes, after the transaction that queued them commits', async ({ assert }) => {
    const { db, kind, jobs, process, enqueue } = await setUp()
    const runs: string[] = []
    const processes = [1, 2, 3].map(() => process(async ({ id }) => void runs.push(id)))
    const startAll = async () => {
      await Promise.all(processes.map(({ worker }) => worker.startDue()))
      await Promise.all(processes.map(({ worker }) => worker.idle()))
    }
    await db
      .transaction(async (trx) => {
        await jobs.enqueue({ kind, ownerId: newId(), payload: { upTo: 1 } }, trx)
        throw new Error('rolled back')
      })
      .catch(() => {})
    const id = await enqueue()
    await startAll()
    await startAll()
    assert.deepEqual(runs, [id])
    const status = (await jobs.statuses([id])).get(id)!
    assert.equal(status.state, 'done')
    assert.isNotNull(status.finishedAt)
  })

  test('are due for their process when they were committed, and when one has ended', async ({ assert }) => {
    const { db, kind, process } = await setUp()
    const { jobs, worker } = process(async () => {})
    let due = 0
    jobs.onDue = () => void due++
    const queue = (trx: Parameters<DatabaseJobs['enqueue']>[1]) =>
      jobs.enqueue({ kind, ownerId: newId(), payload: { upTo: 1 } }, trx)
    const undone = await db.transaction()
    await queue(undone)
    await undone.rollback()
    const trx = await db.transaction()
    await queue(trx)
    assert.equal(due, 0)
    await trx.commit()
    assert.equal(due, 1)
    await worker.startDue()
    await worker.idle()
    assert.equal(due, 2)
  })

  test('of one user wait for those of others, whatever their number', async ({ assert }) => {
    const { process, enqueue } = await setUp()
    const [ann, bo, cy] = [newId(), newId(), newId()]
    const order: number[] = []
    const { worker } = process(async ({ payload }) => void order.push(payload.upTo))
    for (const n of [1, 2, 3]) await enqueue(n, ann)
    for (const n of [11, 12]) await enqueue(n, bo)
    await enqueue(21, cy)
    for (let run = 0; run < 6; run++) {
      await worker.startDue()
      await worker.idle()
    }
    assert.deepEqual(order, [1, 11, 21, 2, 12, 3])
  })

  test('of one user run one at a time, while those of others run beside them', async ({ assert }) => {
    const { process, enqueue } = await setUp()
    const [ann, bo] = [newId(), newId()]
    const begun: number[] = []
    const gates = new Map([1, 2, 11].map((n) => [n, gate()]))
    const work = async ({ payload, signal }: Run) => {
      begun.push(payload.upTo)
      await gates.get(payload.upTo)!.wait(signal)
    }
    const [one, other] = [process(work, { atOnce: 2 }), process(work, { atOnce: 2 })]
    await enqueue(1, ann)
    await enqueue(2, ann)
    await one.worker.startDue()
    await gates.get(1)!.reached
    await other.worker.startDue()
    assert.deepEqual(begun, [1])
    await enqueue(11, bo)
    await one.worker.startDue()
    await gates.get(11)!.reached
    assert.deepEqual(begun, [1, 11])
    for (const { open } of gates.values()) open()
    await one.worker.idle()
    await other.worker.startDue()
    await other.worker.idle()
    assert.deepEqual(begun, [1, 11, 2])
  })

  test('continue after a crash with what was saved, and the process that lost the job can no longer save', async ({
    assert,
  }) => {
    const { process, enqueue, row, expireLease } = await setUp()
    const { wait, reached } = gate()
    const late: unknown[] = []
    // Hangs without renewing its lease, like a crashed process.
    const crashed = process(
      async ({ save, signal }) => {
        await save({ done: 2 })
        await wait(signal).catch(() => {})
        await save({ done: 3 }).catch((error) => late.push(error.because))
      },
      { renewMs: 1_000_000 }
    )
    const seen: unknown[] = []
    const heir = process(async ({ payload, progress, save }) => {
      seen.push(payload, progress)
      await save({ done: 5 })
    })
    const id = await enqueue(5)
    await crashed.worker.startDue()
    await reached
    await heir.worker.startDue()
    assert.deepEqual(seen, [])
    await expireLease(id)
    await heir.worker.startDue()
    await heir.worker.idle()
    assert.deepEqual(seen, [{ upTo: 5 }, { done: 2 }])
    await crashed.worker.stop()
    assert.deepEqual(late, ['lost'])
    assert.deepInclude(await row(id), { state: 'done', progress: { done: 5 }, claim: 2 })
  })

  test('save progress together with the caller’s transaction', async ({ assert }) => {
    const { db, process, enqueue, row } = await setUp()
    const { worker } = process(async ({ save }) => {
      await db
        .transaction(async (trx) => {
          await save({ done: 1 }, trx)
          throw new Error('rolled back')
        })
        .catch(() => {})
    })
    const id = await enqueue()
    await worker.startDue()
    await worker.idle()
    assert.isNull((await row(id)).progress)
  })

  test('are retried with pauses after an error, five times', async ({ assert }) => {
    const { process, enqueue, row, expireLease, log } = await setUp()
    let runs = 0
    const { worker } = process(async () => {
      runs++
      throw new Error('no luck')
    })
    const id = await enqueue()
    for (let attempt = 1; attempt <= 6; attempt++) {
      await worker.startDue()
      await worker.idle()
      if (attempt < 5) assert.deepInclude(await row(id), { state: 'waiting', attempts: attempt, waits: true })
      await worker.startDue()
      await worker.idle()
      await expireLease(id)
    }
    assert.equal(runs, 5)
    assert.deepEqual([1, 2, 3, 4].map(pauseSeconds), [5, 20, 80, 320])
    assert.equal((await row(id)).state, 'failed')
    assert.equal(log.at(-1)!.line, 'a job failed for good')
  })

  test('fail when they end their process each time, but not when they progress in between', async ({ assert }) => {
    const { db, process, enqueue, row, expireLease } = await setUp()
    const { worker } = process(async ({ save }) => save({ done: 9 }))
    const id = await enqueue()
    await db.rawQuery(`UPDATE jobs SET state = 'running', attempts = 5 WHERE id = ?`, [id])
    await worker.startDue()
    await worker.idle()
    assert.equal((await row(id)).state, 'failed')

    const other = await enqueue()
    const { wait, reached } = gate()
    const slow = process(async ({ save, signal }) => {
      await save({ done: 1 })
      await wait(signal)
    })
    await db.rawQuery(`UPDATE jobs SET state = 'running', attempts = 4 WHERE id = ?`, [other])
    await expireLease(other)
    await slow.worker.startDue()
    await reached
    assert.equal((await row(other)).attempts, 1)
    await slow.worker.stop()
  })

  test('are canceled while they wait and while they run', async ({ assert }) => {
    const { db, jobs, process, enqueue, row } = await setUp()
    const { wait, reached } = gate()
    const { worker } = process(async ({ signal }) => wait(signal))
    const id = await enqueue()
    await worker.startDue()
    await reached
    assert.isTrue(await jobs.cancel(id, db.connection()))
    await worker.idle()
    assert.equal((await row(id)).state, 'canceled')
    assert.isFalse(await jobs.cancel(id, db.connection()))

    const waiting = await enqueue()
    assert.isTrue(await jobs.cancel(waiting, db.connection()))
    assert.equal((await row(waiting)).state, 'canceled')
  })

  test('continue at once in another process when theirs stops, without counting the attempt', async ({ assert }) => {
    const { process, enqueue, row } = await setUp()
    const { wait, reached } = gate()
    const stopping = process(async ({ signal }) => wait(signal))
    const id = await enqueue()
    await stopping.worker.startDue()
    await reached
    await stopping.worker.stop()
    assert.deepInclude(await row(id), { state: 'waiting', attempts: 0 })
    const next = process(async () => {})
    await next.worker.startDue()
    await next.worker.idle()
    assert.equal((await row(id)).state, 'done')
  })

  test('continue at once although the lease is renewed while theirs stops', async ({ assert }) => {
    const { db, jobs, kind, enqueue, row } = await setUp()
    const { wait, reached } = gate()
    const [sent, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let renewed: Promise<unknown> | undefined
    const slow = {
      rawQuery: (sql: string, values: unknown[]) => {
        if (!sql.includes('RETURNING cancel_requested_at')) return db.rawQuery(sql, values as never)
        sent.resolve()
        return (renewed ??= released.promise.then(() => db.rawQuery(sql, values as never)))
      },
    }
    jobs.define(kind, ({ signal }) => wait(signal))
    const settings = { pollMs: 10, leaseMs: 5_000, renewMs: 1 }
    const worker = new JobWorker({ db: slow as never, jobs, settings, timers: systemTimers, logger: {} as never })
    const id = await enqueue()
    await worker.startDue()
    await Promise.all([reached, sent.promise])
    await worker.stop()
    released.resolve()
    await renewed
    assert.deepInclude(await row(id), { state: 'waiting', waits: false })
  })

  test('run one at a time per kind and process', async ({ assert }) => {
    const { process, enqueue, row } = await setUp()
    const { wait, reached, open } = gate()
    const { worker } = process(async ({ signal }) => wait(signal))
    const [first, second] = [await enqueue(), await enqueue()]
    await worker.startDue()
    await reached
    await worker.startDue()
    assert.deepEqual([(await row(first)).state, (await row(second)).state], ['running', 'waiting'])
    open()
    await worker.idle()
  })

  test('of an unknown kind wait for a version that knows it', async ({ assert }) => {
    const { db, kind, enqueue, row } = await setUp()
    const id = await enqueue()
    const jobs = new DatabaseJobs(db)
    jobs.define(`${kind}-other`, async () => {})
    await new JobWorker({
      db,
      jobs,
      settings: { pollMs: 1, leaseMs: 1, renewMs: 1 },
      timers: systemTimers,
      logger: {} as never,
    }).startDue()
    assert.equal((await row(id)).state, 'waiting')
  })

  test('are deleted 30 days after their end, however many', async ({ assert }) => {
    const { db, jobs, enqueue } = await setUp()
    const [old, recent] = [await enqueue(), await enqueue()]
    await db.rawQuery(
      `INSERT INTO jobs (id, kind, payload, state, finished_at)
       SELECT uuidv7(), 'old', '{}', 'done', now() - interval '31 days' FROM generate_series(1, 450)`
    )
    const end = `UPDATE jobs SET state = 'done', finished_at = now() - make_interval(days => ?::int) WHERE id = ?`
    await db.rawQuery(end, [31, old])
    await db.rawQuery(end, [29, recent])
    await purgeJobs(db, systemTimers)
    assert.deepEqual([...(await jobs.statuses([old, recent])).keys()], [recent])
    assert.deepEqual((await db.rawQuery(`SELECT FROM jobs WHERE kind = 'old'`)).rows, [])
  })
})
