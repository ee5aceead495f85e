import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { LedgerChecks, RubyDebts } from '../index.ts'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { waitForLock } from '#modules/kernel/locks'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { economyTasks } from '../src/periodic_tasks.ts'
import { setUp } from './support.ts'

test.group('The servers’ check of the ledger', () => {
  test('is made by one process at a time, stored, and not repeated before its time', async ({ assert }) => {
    const checks = await app.container.make(LedgerChecks)
    const db = await app.container.make(Database)
    await db.rawQuery('DELETE FROM ledger_checks')
    assert.isNull(await checks.last())
    const made = await Promise.all(Array.from({ length: 4 }, () => checks.checkIfOlderThan(60)))
    const reports = made.filter((report) => report !== null)
    assert.lengthOf(reports, 1)
    assert.deepEqual(await checks.last(), reports[0]!)
    assert.isNull(await checks.checkIfOlderThan(60))
    await db.rawQuery(`UPDATE ledger_checks SET finished_at = finished_at - interval '61 minutes'`)
    assert.isNotNull(await checks.checkIfOlderThan(60))
  })

  test('is skipped while another process works on it', async ({ assert }) => {
    const checks = await app.container.make(LedgerChecks)
    const db = await app.container.make(Database)
    const another = await db.transaction()
    await waitForLock(another, 'economy.ledger_check')
    assert.isNull(await checks.checkIfOlderThan(0))
    await another.rollback()
    assert.isNotNull(await checks.checkIfOlderThan(0))
  })

  test('names the accounts with problems', async ({ assert }) => {
    const { account, owner } = await setUp()
    const checks = await app.container.make(LedgerChecks)
    const userId = await account(50)
    await owner.rawQuery('UPDATE ruby_accounts SET balance = 49, bought = 49 WHERE user_id = ?::uuid', [userId])
    const report = await checks.checkIfOlderThan(0)
    await owner.rawQuery('UPDATE ruby_accounts SET balance = 50 WHERE user_id = ?::uuid', [userId])
    assert.isAtLeast(report!.problemCount, 1)
    const mine = report!.problems.filter((problem) => problem.userId === userId)
    assert.deepEqual(mine, [{ userId, problem: 'the balance is 49, its transactions add up to 50' }])
    assert.deepEqual(await checks.last(), report)
  })
})

test.group('The list of debts', () => {
  test('is paged largest first, with the latest lines', async ({ assert }) => {
    const { account, takeBack, ledger } = await setUp()
    const debts = await app.container.make(RubyDebts)
    const users = [await account(10), await account(0), await account(0)]
    for (const [index, userId] of users.entries()) await takeBack(userId, 1_000_000 + index)
    await ledger.post({ userId: users[0]!, amount: 5, type: 'admin_grant', description: 'A gift', key: 'gift' })

    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await debts.list({ limit: 1, cursor })
      for (const debt of page!.items) if (users.includes(debt.userId)) seen.push(debt.userId)
      cursor = page!.next ?? undefined
    } while (cursor)
    assert.deepEqual(seen, [users[2], users[1], users[0]])

    const { items } = (await debts.list({ limit: 500 }))!
    const { since, lines, ...rest } = items.find(({ userId }) => userId === users[0])!
    assert.deepEqual(rest, { userId: users[0], debt: 999_985 })
    assert.deepEqual(
      lines.map(({ amount, debtAfter, cause }) => [amount, debtAfter, cause]),
      [
        [-5, 999_985, 'payment'],
        [999_990, 999_990, 'refund'],
      ]
    )
    assert.equal(since, lines[1]!.createdAt)
  })

  test('rejects an invalid cursor', async ({ assert }) => {
    const debts = await app.container.make(RubyDebts)
    for (const cursor of ['x', 'W10', 'WzEsMl0', 'W251bGwsbnVsbF0'])
      assert.isNull(await debts.list({ limit: 1, cursor }), cursor)
  })
})

test.group('Recurring work', () => {
  test('releases expired holds, reconciles orders, posts shares and checks the ledger', async ({ assert }) => {
    const { account, hold, read, ledger, owner } = await setUp()
    const db = await app.container.make(Database)
    await db.rawQuery('DELETE FROM ledger_checks')
    const logged: string[] = []
    const log = (_: unknown, message: string) => void logged.push(message)
    const asked = { orderId: newId(), provider: 'fake', before: 'open', after: 'paid', outcome: 'asked' } as const
    const tasks = economyTasks({
      db,
      ledger,
      checks: await app.container.make(LedgerChecks),
      orders: { all: async () => [], one: async () => null, due: async () => [asked] },
      shares: { run: async () => 7 } as never,
      checkMinutes: 60,
      logger: { info: log, error: log } as never,
    })
    const userId = await account(50)
    await hold(userId, newId(), 3, new Date(Date.now() - 1_000))
    for (const task of tasks) await task.run(new AbortController().signal)
    assert.equal((await read(userId)).held, 0)
    assert.deepEqual(logged, [
      'released expired holds',
      'reconciled an order',
      'posted shares of creators',
      'the ledger is correct',
    ])

    await db.rawQuery('DELETE FROM ledger_checks')
    await owner.rawQuery('UPDATE ruby_accounts SET balance = balance + 1 WHERE user_id = ?::uuid', [userId])
    await tasks.at(-1)!.run(new AbortController().signal)
    await owner.rawQuery('UPDATE ruby_accounts SET balance = balance - 1 WHERE user_id = ?::uuid', [userId])
    assert.equal(logged.at(-1), 'the ledger has problems')
  })

  test('continues after a failed run, one run at a time, until stopped', async ({ assert }) => {
    const warnings: string[] = []
    const timers = new AdjustableTimers()
    let runs = 0
    let atOnce = 0
    let mostAtOnce = 0
    const work = {
      purpose: 'do the work',
      everyMs: 5,
      async run() {
        mostAtOnce = Math.max(mostAtOnce, ++atOnce)
        // Two intervals begin meanwhile.
        await timers.sleep(2.5 * work.everyMs)
        atOnce--
        if (++runs === 1) throw new Error('Not today.')
      },
    }
    const logger = { warn: (_: unknown, message: string) => void warnings.push(message) } as never
    const worker = new PeriodicTasks(timers, logger)
    worker.start(work)
    await timers.advance(10 * work.everyMs - 1)
    assert.equal(runs, 3)
    await worker.stop()
    await timers.advance(10 * work.everyMs)
    assert.equal(runs, 3)
    assert.equal(atOnce, 0)
    assert.equal(mostAtOnce, 1)
    assert.deepEqual(warnings, ['could not do the work; the next run tries again'])
  })
})
