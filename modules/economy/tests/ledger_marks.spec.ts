import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId, nilUuid } from '#modules/kernel/ids'
import { appOwner } from '#tests/support/app'
import { longRun } from '#tests/support/long_run'
import { DatabaseLedger } from '../src/ledger/database_ledger.ts'
import { DatabaseLedgerChecks, type CheckPace } from '../src/checks/database_ledger_checks.ts'
import { accountBatchQuery, lastId } from '../src/queries/ledger_batch_query.ts'
import { setUp as setUpLedger, ledgerFunctions } from './support.ts'

/** Runs a full check in batches in the caller's transaction. Returns the problems of some users and the number of transactions read. */
const check = async (trx: TransactionClientContract, users: string[], linesMax = 20_000) => {
  const problems: string[] = []
  let lines = 0
  const note = (found: { userId: string; problem: string }[]) => {
    for (const { userId, problem } of found) if (users.includes(userId)) problems.push(problem)
  }
  for (let afterId = nilUuid; afterId !== lastId;) {
    const batch = await accountBatchQuery(trx, { afterId, accountsMax: 100, linesMax })
    lines += batch.lines
    note(batch.problems)
    afterId = batch.untilId
  }
  return { problems: [...new Set(problems)].toSorted(), lines }
}

/** Sets up an account with purchases, charges, an open hold and a paid debt in a transaction that is rolled back. */
const within = async (run: (parts: Awaited<ReturnType<typeof playedIn>>) => Promise<void>) => {
  const trx = await (await appOwner()).transaction()
  try {
    await run(await playedIn(trx))
  } finally {
    await trx.rollback()
  }
}

const playedIn = async (trx: TransactionClientContract) => {
  const [userId, orderId, taken, open] = [newId(), newId(), newId(), newId()]
  const ledger = new DatabaseLedger(trx as unknown as Database)
  const sql = (text: string, values: unknown[] = []) => trx.rawQuery(text, values as never)
  const post = (amount: number, type: string, key = newId()) =>
    ledger.post({ userId, amount, type: type as never, description: '', key })
  const { hold, take } = ledgerFunctions(trx)
  await ledger.openAccount(userId, trx)
  await sql(
    `INSERT INTO ruby_orders (id, user_id, rubies, amount_cents, currency, provider, state, paid_at, expires_at)
     VALUES (?::uuid, ?::uuid, 100, 200, 'usd', 'fake', 'paid', now(), now())`,
    [orderId, userId]
  )
  await post(100, 'purchase', `order:${orderId}:purchase`)
  await hold(userId, taken, 30)
  await take(userId, taken)
  await ledger.takeBack({ userId, amount: 90, type: 'refund', description: '', key: 'refund' })
  await post(60, 'admin_grant')
  await hold(userId, open, 5)
  const verified = async () =>
    (await ledger.verify(trx)).problems
      .filter((each) => each.userId === userId)
      .map(({ problem }) => problem)
      .toSorted()
  return { trx, userId, orderId, taken, open, ledger, sql, post, hold, take, verified }
}

type Played = Awaited<ReturnType<typeof playedIn>>

/** Bypasses the append-only triggers, as the tables' owner can. */
const rewrite = async ({ sql }: Played, table: string, text: string, values: unknown[]) => {
  await sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await sql(text, values)
  await sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
}

const line = `INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, idempotency_key, request_hash)`

test.group('The check of the ledger in batches', () => {
  for (const [what, tamper] of [
    ['a balance', ({ sql, userId }) => sql('UPDATE ruby_accounts SET balance = 99 WHERE user_id = ?::uuid', [userId])],
    ['what is held', ({ sql, userId }) => sql('UPDATE ruby_accounts SET held = 6 WHERE user_id = ?::uuid', [userId])],
    ['a count', ({ sql, userId }) => sql('UPDATE ruby_accounts SET seq = seq + 1 WHERE user_id = ?::uuid', [userId])],
    [
      'a debt',
      ({ sql, userId }) => sql('UPDATE ruby_accounts SET debt = 7, held = balance WHERE user_id = ?::uuid', [userId]),
    ],
    [
      'a line that leaves out a number',
      ({ sql, userId }) =>
        sql(
          `${line} SELECT user_id, seq + 2, 1, balance + 1, 'admin_grant', '', 'x', '' FROM ruby_accounts WHERE user_id = ?::uuid`,
          [userId]
        ),
    ],
    [
      'a line with another balance',
      ({ sql, userId }) =>
        sql(
          `${line} SELECT user_id, seq + 1, 1, 500, 'admin_grant', '', 'x', '' FROM ruby_accounts WHERE user_id = ?::uuid`,
          [userId]
        ),
    ],
    [
      'a payment of no debt',
      ({ sql, userId }) =>
        sql(
          `${line} SELECT user_id, seq + 1, -1, balance - 1, 'debt_payment', '', 'x', '' FROM ruby_accounts WHERE user_id = ?::uuid`,
          [userId]
        ),
    ],
    [
      'a line of a debt',
      ({ sql, userId }) =>
        sql(
          `INSERT INTO ruby_debts (user_id, seq, amount, debt_after, cause, description, idempotency_key, request_hash)
           VALUES (?::uuid, 9, 5, 5, 'refund', '', 'x', '')`,
          [userId]
        ),
    ],
    [
      'a hold that was taken without a transaction',
      ({ sql, open }) => sql(`UPDATE ruby_holds SET state = 'taken', settled_at = now() WHERE id = ?::uuid`, [open]),
    ],
    [
      'a transaction of no hold',
      ({ sql, userId }) =>
        sql(
          `INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, hold_id)
           SELECT user_id, seq + 1, -1, balance - 1, 'chat', '', uuidv7() FROM ruby_accounts WHERE user_id = ?::uuid`,
          [userId]
        ),
    ],
    [
      'an order that was paid and never credited',
      ({ sql, userId }) =>
        sql(
          `INSERT INTO ruby_orders (id, user_id, rubies, amount_cents, currency, provider, state, paid_at, expires_at)
           VALUES (uuidv7(), ?::uuid, 70, 90, 'usd', 'fake', 'paid', now(), now())`,
          [userId]
        ),
    ],
    [
      'an order of which more was taken back',
      ({ sql, orderId }) =>
        sql('UPDATE ruby_orders SET taken_back = 10, changed_at = clock_timestamp() WHERE id = ?::uuid', [orderId]),
    ],
    ['a credit of no order', ({ post }) => post(5, 'purchase', `order:${newId()}:purchase`)],
  ] as [string, (played: Played) => Promise<unknown>][])
    test(`finds what the whole check finds, each time: ${what}`, async ({ assert }) =>
      within(async (played) => {
        const { trx, userId, verified } = played
        assert.deepEqual((await check(trx, [userId])).problems, [])
        await tamper(played)
        const expected = await verified()
        assert.isNotEmpty(expected)
        assert.deepEqual((await check(trx, [userId])).problems, expected)
        assert.deepEqual((await check(trx, [userId])).problems, expected)
      }))

  for (const [what, table, text] of [
    [
      'a line that was rewritten',
      'ruby_transactions',
      'UPDATE ruby_transactions SET amount = amount + 1 WHERE user_id = ?::uuid AND seq = 1',
    ],
    ['a line that is gone', 'ruby_transactions', 'DELETE FROM ruby_transactions WHERE user_id = ?::uuid AND seq = 4'],
    [
      'an old hold that was taken without a transaction',
      'ruby_holds',
      `INSERT INTO ruby_holds (user_id, id, amount, state, expires_at, settled_at)
       VALUES (?::uuid, '00000000-0000-7000-8000-000000000000', 5, 'taken', now(), now())`,
    ],
    [
      'an order whose change has no time',
      'ruby_orders',
      'UPDATE ruby_orders SET taken_back = 9 WHERE user_id = ?::uuid',
    ],
  ] as const)
    test(`finds problems before the mark when it checks from the first line: ${what}`, async ({ assert }) =>
      within(async (played) => {
        const { trx, userId, sql, verified } = played
        await sql(`UPDATE ruby_orders SET changed_at = now() - interval '1 day' WHERE user_id = ?::uuid`, [userId])
        await check(trx, [userId])
        await rewrite(played, table, text, [userId])
        assert.deepEqual((await check(trx, [userId])).problems, [], 'the mark stands for what lies before it')
        await sql(`UPDATE ledger_marks SET full_at = full_at - interval '11 days' WHERE user_id = ?::uuid`, [userId])
        const expected = await verified()
        assert.isNotEmpty(expected)
        assert.deepEqual((await check(trx, [userId])).problems, expected)
        assert.deepEqual((await check(trx, [userId])).problems, expected)
      }))

  test('finds transactions, debts and holds without an account', async ({ assert }) =>
    within(async ({ trx, sql, hold }) => {
      const [owner, holder] = [newId(), newId()]
      await sql(`${line} VALUES (?::uuid, 1, 5, 5, 'admin_grant', '', 'x', '')`, [owner])
      await sql(
        `INSERT INTO ruby_holds (id, user_id, amount, expires_at) VALUES (uuidv7(), ?::uuid, 5, now() + interval '1 hour')`,
        [holder]
      )
      assert.deepEqual((await check(trx, [owner, holder])).problems, ['has transactions or holds, and no account'])
      assert.isFunction(hold)
    }))

  test('reads only lines after the mark', async ({ assert }) =>
    within(async ({ trx, userId, post, hold, take, sql, verified }) => {
      await sql('DELETE FROM ledger_marks')
      const { rows } = await sql('SELECT count(*)::int AS count FROM ruby_transactions')
      assert.equal((await check(trx, [userId])).lines, rows[0].count)
      assert.equal((await check(trx, [userId])).lines, 0)
      await post(7, 'admin_grant')
      const another = newId()
      await hold(userId, another, 2)
      await take(userId, another)
      assert.deepEqual(await verified(), [])
      assert.deepEqual(await check(trx, [userId]), { problems: [], lines: 2 })
      assert.deepEqual(await check(trx, [userId]), { problems: [], lines: 0 })
    }))

  test('finds the same in batches of a few lines', async ({ assert }) =>
    within(async ({ trx, userId, sql, verified }) => {
      await sql('UPDATE ruby_accounts SET balance = 99 WHERE user_id = ?::uuid', [userId])
      assert.deepEqual((await check(trx, [userId], 1)).problems, await verified())
    }))

  test('finds no problem while replies are charged', async ({ assert }) => {
    const { db, account, hold, take, giveBack, problemsOf } = await setUpLedger(16)
    const users = await Promise.all([1, 2, 3, 4].map(() => account(10_000)))
    let isOver = false
    const paying = Promise.all(
      users.map(async (userId) => {
        for (let n = 0; n < 60; n++) {
          const id = newId()
          await hold(userId, id, 2)
          await (n % 3 ? take(userId, id) : giveBack(userId, id))
        }
      })
    ).then(() => (isOver = true))
    let checks = 0
    while (!isOver || checks === 0) {
      const { problems } = await db.transaction((trx) => check(trx, users))
      assert.deepEqual(problems, [])
      checks++
    }
    await paying
    assert.deepEqual((await db.transaction((trx) => check(trx, users))).problems, [])
    assert.deepEqual(await problemsOf(...users), [])
  }).tags(longRun)
})

test.group('The servers’ check of the ledger', (group) => {
  const setUp = async () => {
    const fixture = await setUpLedger()
    const db = await app.container.make(Database)
    const progress = async () => (await db.rawQuery('SELECT * FROM ledger_check_progress')).rows[0]
    return {
      ...fixture,
      db,
      progress,
      checks: (pace?: Partial<CheckPace>) => new DatabaseLedgerChecks(db, systemTimers, pace),
    }
  }
  group.each.setup(async () => {
    const db = await app.container.make(Database)
    await db.rawQuery('UPDATE ledger_check_progress SET started_at = NULL, failures = 0, failed_at = NULL')
    await db.rawQuery('DELETE FROM ledger_checks')
  })

  test('is continued by another process and counts every account once', async ({ assert }) => {
    const { account, checks, db, owner, progress } = await setUp()
    const userId = await account(50)
    await account(50)
    await owner.rawQuery('UPDATE ruby_accounts SET balance = 49, bought = 49 WHERE user_id = ?::uuid', [userId])
    const pace = { accountsMax: 1, callMs: 0 }
    assert.isNull(await checks(pace).checkIfOlderThan(60, AbortSignal.abort()))
    assert.isNull((await progress()).started_at)
    let report = await checks(pace).checkIfOlderThan(60)
    assert.isNull(report)
    assert.isNotNull((await progress()).started_at)
    for (let n = 0; n < 100_000 && !report; n++) report = await checks(pace).checkIfOlderThan(60)
    await owner.rawQuery('UPDATE ruby_accounts SET balance = 50 WHERE user_id = ?::uuid', [userId])
    const { rows } = await db.rawQuery('SELECT count(*)::int AS count FROM ruby_accounts')
    assert.equal(report!.accounts, rows[0].count)
    assert.deepEqual(
      report!.problems.filter((each) => each.userId === userId),
      [{ userId, problem: 'the balance is 49, its transactions add up to 50' }]
    )
    assert.isNull(await checks().checkIfOlderThan(60))
  }).tags(longRun)

  test('records a failed batch and retries it later in a smaller size', async ({ assert }) => {
    const { checks, db, progress, account } = await setUp()
    await account(50)
    const blocker = await db.transaction()
    await blocker.rawQuery('LOCK TABLE ledger_marks IN ACCESS EXCLUSIVE MODE')
    try {
      await assert.rejects(() => checks({ batchTimeoutMs: 50 }).checkIfOlderThan(60), /statement timeout/)
      assert.deepInclude(await progress(), { failures: 1, failure: '57014' })
      for (let n = 0; n < 3; n++) assert.isNull(await checks({ batchTimeoutMs: 50 }).checkIfOlderThan(60))
      assert.deepInclude(await progress(), { failures: 1 })
    } finally {
      await blocker.rollback()
    }
    assert.isNull(await checks().checkIfOlderThan(60), 'it still waits')
    await db.rawQuery(`UPDATE ledger_check_progress SET failed_at = failed_at - interval '3 minutes'`)
    assert.isNotNull(await checks().checkIfOlderThan(60))
    assert.deepInclude(await progress(), { failures: 0, started_at: null })
  })

  test('finds a hold taken without a transaction until it is fixed', async ({ assert }) => {
    const { account, hold, checks, owner } = await setUp()
    const [userId, id] = [await account(50), newId()]
    await hold(userId, id, 5)
    await checks().checkIfOlderThan(0)
    await owner.rawQuery(`UPDATE ruby_holds SET state = 'taken', settled_at = now() WHERE id = ?::uuid`, [id])
    const found = async () =>
      (await checks().checkIfOlderThan(0))!.problems
        .filter((each) => each.userId === userId)
        .map(({ problem }) => problem)
    const expected = [
      '5 rubies are held, its open holds add up to 0',
      `hold ${id} was taken, but its transaction is missing or different`,
    ]
    try {
      assert.sameMembers(await found(), expected)
      assert.sameMembers(await found(), expected)
    } finally {
      await owner.rawQuery(`UPDATE ruby_holds SET state = 'held', settled_at = NULL WHERE id = ?::uuid`, [id])
    }
    assert.isEmpty(await found())
  })
})
