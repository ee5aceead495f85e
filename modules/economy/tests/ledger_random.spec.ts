import fc from 'fast-check'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { longRun } from '#tests/support/long_run'
import { systemTimers } from '#plugins/contract/timers'
import { PostShares } from '../src/shares/post_shares.ts'
import { LedgerModel } from './ledger_model.ts'
import { accountsQuery, anyStep, newWorld, player, type AccountRow, type Step } from './steps.ts'
import { type Fixture, refusedBy, seededDice, setUp, ledgerFunctions } from './support.ts'

const look = async ({ db }: Fixture, userIds: string[]): Promise<AccountRow[]> =>
  (await db.rawQuery(accountsQuery, [userIds])).rows

const broken = async (fixture: Fixture, userIds: string[]) =>
  (await look(fixture, userIds)).filter(({ is_right }) => !is_right)

const stepsInAll = 10_000
/** Walks have 0 to 220 steps, on average about 91. They are run until the total is reached. */
const walksMax = 200
const stepsMax = 220
/** Steps to shrink a failing walk. */
const shrinkingSteps = 10_000

test.group('The ledger, at random', () => {
  test('agrees with the model after each of 10,000 steps, and no invariant breaks', async ({ assert }) => {
    const fixture = await setUp()
    const play = await player(fixture)
    const met = new Map<string, number>()
    const allUsers: string[] = []
    let count = 0
    let failedAt: number | null = null

    const walk = async (steps: Step[]) => {
      const world = await newWorld(fixture)
      const model = new LedgerModel()
      allUsers.push(...world.users)
      for (const step of steps) {
        const done = await play(world, step)
        const expected = model.note(done)
        if (expected !== null) assert.equal(done.outcome, expected)
        assert.notEqual(done.outcome, 'refused')
        if (done.userId) {
          const [{ user_id: _, is_right, ...account }] = (await look(fixture, [done.userId])) as [AccountRow]
          assert.isTrue(is_right)
          assert.deepEqual(account, model.account(done.userId))
        }
        const name = `${step.verb}${step.verb === 'report' ? ` ${step.type}` : ''}: ${done.outcome}`
        met.set(name, (met.get(name) ?? 0) + 1)
        count++
      }
      assert.deepEqual(await broken(fixture, world.users), [])
    }
    const enough = () => (failedAt === null ? count >= stepsInAll : count - failedAt > shrinkingSteps)
    const walkOn = async (steps: Step[]) => {
      if (enough()) return
      await walk(steps).catch((error) => {
        failedAt ??= count
        throw error
      })
    }
    await fc.assert(fc.asyncProperty(fc.noBias(fc.array(anyStep, { maxLength: stepsMax, size: 'max' })), walkOn), {
      numRuns: walksMax,
    })

    assert.isAtLeast(count, stepsInAll)
    // The walks must reach the refusals. The rarest occurs about 25 times, the rarest debt about 20 times.
    for (const name of [
      'deduct: insufficient_rubies',
      'hold: ruby_accounts_enough_rubies',
      'take: taken',
      'take: not taken',
      'give back: given_back',
      'give back: taken',
      'give back: expired',
      'report paid: applied',
      'report paid: repeated',
      'report refunded: applied',
      'report refunded: kept',
      'report disputed: applied',
      'report disputed: kept',
      'report dispute_won: applied',
      'report dispute_lost: applied',
      'report expired: applied',
    ])
      assert.isAtLeast(met.get(name) ?? 0, 5, name)
    const { rows } = await fixture.db.rawQuery(
      'SELECT cause, count(*)::int FROM ruby_debts WHERE user_id = ANY (?::uuid[]) GROUP BY cause',
      [allUsers]
    )
    for (const cause of ['refund', 'dispute', 'payment'])
      assert.isAtLeast(rows.find((row: { cause: string }) => row.cause === cause)?.count ?? 0, 1, cause)
    assert.deepEqual(await fixture.problemsOf(...allUsers), [])
  })
    .timeout(1_800_000)
    .tags(longRun)

  test('keeps every invariant with 16 connections on 3 accounts with shared keys, holds, orders and events', async ({
    assert,
  }) => {
    const fixture = await setUp(16)
    const play = await player(fixture)
    const world = await newWorld(fixture)
    const failures: unknown[] = []
    let watching = true
    const watch = (async () => {
      const found: unknown[] = []
      while (watching) found.push(...(await broken(fixture, world.users)))
      return found
    })()

    const hand = async (steps: Step[]) => {
      for (const step of steps)
        try {
          const { outcome } = await play(world, step)
          if (outcome === 'refused' || outcome === 'ruby_holds_same_request') failures.push([step, outcome])
        } catch (error) {
          failures.push(error)
        }
    }
    const shares = new PostShares(fixture.db, systemTimers)
    const poster = (async () => {
      for (let hours = 1; watching; hours++) await shares.run(undefined, new Date(Date.now() + hours * 3_600_000))
    })()
    await Promise.all(Array.from({ length: 16 }, (_, seed) => hand(fc.sample(anyStep, { seed, numRuns: 60 }))))
    watching = false

    assert.deepEqual(await watch, [])
    await poster
    assert.deepEqual(failures, [])
    assert.deepEqual(await fixture.problemsOf(...world.users), [])
    assert.isAbove(world.orders.length, 40)
  })
})

test.group('The ledger under concurrency', () => {
  test('grants one of 50 concurrent holds when the rubies suffice for one', async ({ assert }) => {
    const fixture = await setUp(16)
    const userId = await fixture.account(3)
    const refusals = await Promise.all(
      Array.from({ length: 50 }, () => refusedBy(() => fixture.hold(userId, newId(), 3)))
    )
    assert.lengthOf(
      refusals.filter((refusal) => refusal === 'nothing'),
      1
    )
    assert.deepInclude(await fixture.read(userId), { balance: 3, held: 3 })
  })

  test('holds once for 20 concurrent requests with one id', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account(50)
    const holdId = newId()
    await Promise.all(Array.from({ length: 20 }, () => fixture.hold(userId, holdId, 3)))
    assert.deepInclude(await fixture.read(userId), { balance: 50, held: 3 })
  })

  test('credits once for 20 concurrent postings with one key', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account(0)
    const posting = { userId, amount: 100, type: 'purchase', description: 'A pack', key: 'event-1' } as const
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.ledger.post(posting)))
    assert.lengthOf(new Set(answers.map((answer) => (answer.ok ? answer.value.transactionId : 'refused'))), 1)
    assert.deepEqual(await fixture.history(userId), [{ amount: 100, balanceAfter: 100 }])
  })

  test('settles a hold once when taking, giving back and expiry race', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account(1_000)
    const outcomes = new Set<string>()
    for (let round = 0; round < 40; round++) {
      const before = await fixture.read(userId)
      const holdId = newId()
      await fixture.hold(userId, holdId, 5, new Date(Date.now() - 1_000))
      const hands = [
        () => fixture.take(userId, holdId),
        () => fixture.giveBack(userId, holdId),
        () => fixture.ledger.expireHolds(),
      ]
      await Promise.all(seededShuffle(hands, round).map((hand) => hand()))
      const { rows } = await fixture.db.rawQuery('SELECT state FROM ruby_holds WHERE id = ?::uuid', [holdId])
      outcomes.add(rows[0].state)
      const after = await fixture.read(userId)
      assert.deepEqual([after.balance, after.held], [before.balance - (rows[0].state === 'taken' ? 5 : 0), 0])
    }
    assert.isAtLeast(outcomes.size, 2)
    assert.deepEqual(await fixture.problemsOf(userId), [])
  })

  test('skips a hold that is being taken', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account(50)
    const holdId = newId()
    await fixture.hold(userId, holdId, 3, new Date(Date.now() - 1_000))
    const trx = await fixture.db.transaction()
    await ledgerFunctions(trx).take(userId, holdId)
    await fixture.ledger.expireHolds()
    await trx.commit()
    assert.deepInclude(await fixture.read(userId), { balance: 47, held: 0 })
  })
})

const seededShuffle = <Item>(items: Item[], seed: number): Item[] => {
  const dice = seededDice(seed)
  return items
    .map((item) => ({ item, place: dice(1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
