import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { type Fixture, refusedBy, seededDice, setUp, sqlFace } from './support.ts'

/** What must be true at every moment, asked of the database in one statement. Empty when it is. */
const brokenInvariants = `
  SELECT a.user_id, a.balance, a.held, a.seq FROM ruby_accounts a WHERE a.user_id = ANY (?::uuid[]) AND NOT (
    0 <= a.held AND a.held <= a.balance
    AND a.balance = (SELECT coalesce(sum(amount), 0) FROM ruby_transactions t WHERE t.user_id = a.user_id)
    AND a.held = (SELECT coalesce(sum(amount), 0) FROM ruby_holds h WHERE h.user_id = a.user_id AND h.state = 'held')
    AND a.seq = (SELECT count(*) FROM ruby_transactions t WHERE t.user_id = a.user_id)
    AND a.balance = coalesce((SELECT balance_after FROM ruby_transactions t WHERE t.user_id = a.user_id AND t.seq = a.seq), 0)
    AND (SELECT count(*) FROM ruby_holds h WHERE h.user_id = a.user_id AND h.state = 'taken')
      = (SELECT count(*) FROM ruby_transactions t WHERE t.user_id = a.user_id AND t.hold_id IS NOT NULL)
  )`

const broken = async ({ db }: Fixture, userIds: string[]) => (await db.rawQuery(brokenInvariants, [userIds])).rows

interface Hold {
  id: string
  userId: string
  amount: number
  state: 'held' | 'taken' | 'given_back' | 'expired'
}

/** The ledger as a child would keep it: numbers in a map. */
class Model {
  readonly balances = new Map<string, number>()
  readonly holds: Hold[] = []
  readonly keys = new Map<string, number>()

  held(userId: string) {
    return this.holds
      .filter((hold) => hold.userId === userId && hold.state === 'held')
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  rubies(userId: string) {
    return this.balances.get(userId)! - this.held(userId)
  }
}

test.group('The ledger, at random', () => {
  test('agrees with a plain model after each of 2,000 steps, and no invariant breaks', async ({ assert }) => {
    const fixture = await setUp()
    const dice = seededDice(20_261_121)
    const model = new Model()
    const users = await Promise.all(Array.from({ length: 5 }, () => fixture.account(0)))
    for (const userId of users) model.balances.set(userId, 0)
    const seen = new Map<string, number>()

    for (let step = 0; step < 2_000; step++) {
      const userId = users[dice(users.length)]!
      const hold = model.holds[model.holds.length - 1 - dice(Math.min(model.holds.length, 12))]
      const verb = [
        'credit',
        'debit',
        'post again',
        'hold',
        'hold',
        'hold again',
        'take',
        'take',
        'give back',
        'expire',
      ][dice(10)]!
      let outcome = 'nothing to do'

      if (verb === 'credit' || verb === 'debit') {
        const amount = (verb === 'credit' ? 1 : -1) * (1 + dice(20))
        const type = amount > 0 ? 'admin_grant' : 'admin_deduction'
        const key = `step-${step}`
        const posted = await fixture.ledger.post({ userId, amount, type, description: '', key })
        const allowed = model.rubies(userId) + amount >= 0
        assert.equal(posted.ok, allowed, `step ${step}: ${verb} ${amount}`)
        if (allowed) {
          model.balances.set(userId, model.balances.get(userId)! + amount)
          model.keys.set(`${userId} ${key}`, amount)
        }
        outcome = allowed ? 'done' : 'refused'
      } else if (verb === 'post again') {
        const known = [...model.keys][dice(Math.max(1, model.keys.size))]
        if (known) {
          const [owner, key] = known[0].split(' ') as [string, string]
          const type = known[1] > 0 ? 'admin_grant' : 'admin_deduction'
          const posted = await fixture.ledger.post({ userId: owner, amount: known[1], type, description: '', key })
          assert.isTrue(posted.ok)
          outcome = 'done'
        }
      } else if (verb === 'hold') {
        const amount = 1 + dice(15)
        const id = newId()
        const allowed = model.rubies(userId) >= amount
        const refusal = await refusedBy(() => fixture.hold(userId, id, amount))
        assert.equal(refusal, allowed ? 'nothing' : 'ruby_accounts_enough_rubies', `step ${step}: hold ${amount}`)
        if (allowed) model.holds.push({ id, userId, amount, state: 'held' })
        outcome = allowed ? 'done' : 'refused'
      } else if (hold && verb === 'hold again') {
        assert.equal(await fixture.hold(hold.userId, hold.id, hold.amount), model.rubies(hold.userId))
        outcome = hold.state
      } else if (hold && verb === 'take') {
        const taken = await fixture.take(hold.id)
        outcome = hold.state
        if (hold.state === 'held') {
          hold.state = 'taken'
          model.balances.set(hold.userId, model.balances.get(hold.userId)! - hold.amount)
        }
        assert.equal(taken?.amount ?? null, hold.state === 'taken' ? -hold.amount : null, `step ${step}: take`)
      } else if (hold && verb === 'give back') {
        const state = await fixture.giveBack(hold.id)
        outcome = hold.state
        if (hold.state === 'held') hold.state = 'given_back'
        assert.equal(state, hold.state, `step ${step}: give back`)
      } else if (hold && verb === 'expire') {
        outcome = hold.state
        await fixture.db.rawQuery(`UPDATE ruby_holds SET expires_at = now() - interval '1 s' WHERE id = ?::uuid`, [
          hold.id,
        ])
        await fixture.ledger.expireHolds()
        if (hold.state === 'held') hold.state = 'expired'
      }

      seen.set(`${verb}: ${outcome}`, (seen.get(`${verb}: ${outcome}`) ?? 0) + 1)
      assert.deepEqual(await broken(fixture, users), [], `step ${step}: ${verb}`)
      for (const id of users) {
        const { balance, held } = await fixture.read(id)
        assert.deepEqual([balance, held], [model.balances.get(id), model.held(id)], `step ${step}: ${verb}`)
      }
    }

    // A walk that never met the refusals would prove little.
    for (const met of [
      'debit: refused',
      'hold: refused',
      'take: held',
      'take: taken',
      'take: given_back',
      'take: expired',
    ])
      assert.isAtLeast(seen.get(met) ?? 0, 10, met)
    for (const met of ['give back: held', 'give back: taken', 'give back: expired', 'expire: held', 'expire: taken'])
      assert.isAtLeast(seen.get(met) ?? 0, 10, met)
    assert.deepEqual(await fixture.problemsOf(...users), [])
  }).timeout(120_000)

  test('keeps every invariant with 16 connections on 4 accounts, that share keys and holds', async ({ assert }) => {
    const fixture = await setUp(16)
    const users = await Promise.all(Array.from({ length: 4 }, () => fixture.account(30)))
    const holds: { id: string; userId: string; amount: number }[] = []
    const deadlocks: unknown[] = []
    let watching = true
    const watch = (async () => {
      const found: unknown[] = []
      while (watching) found.push(...(await broken(fixture, users)))
      return found
    })()

    const hand = async (seed: number) => {
      const dice = seededDice(seed)
      for (let step = 0; step < 150; step++) {
        const userId = users[dice(users.length)]!
        const hold = holds[holds.length - 1 - dice(Math.min(holds.length, 20))]
        const refusal = await refusedBy(async () => {
          switch (dice(7)) {
            case 0:
              return fixture.ledger.post({
                userId,
                amount: 3,
                type: 'admin_grant',
                description: '',
                key: `shared-${dice(200)}`,
              })
            case 1:
              return fixture.ledger.post({ userId, amount: -2, type: 'admin_deduction', description: '', key: newId() })
            case 2:
            case 3: {
              const made = { id: newId(), userId, amount: 1 + dice(9) }
              holds.push(made)
              return fixture.hold(made.userId, made.id, made.amount)
            }
            case 4:
              return hold && fixture.take(hold.id)
            case 5:
              return hold && fixture.giveBack(hold.id)
            case 6:
              if (hold)
                await fixture.db.rawQuery(`UPDATE ruby_holds SET expires_at = now() WHERE id = ?::uuid`, [hold.id])
              return fixture.ledger.expireHolds()
          }
        }).catch((error: unknown) => deadlocks.push(error))
        if (typeof refusal === 'string')
          assert.include(['nothing', 'ruby_accounts_enough_rubies', 'ruby_holds_known'], refusal)
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, index) => hand(index + 1)))
    watching = false

    assert.deepEqual(await watch, [])
    assert.deepEqual(deadlocks, [])
    assert.deepEqual(await fixture.problemsOf(...users), [])
  }).timeout(120_000)
})

test.group('The ledger, many hands on one thing', () => {
  test('lets 50 holds at once have the rubies of one', async ({ assert }) => {
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

  test('holds once when the same hold comes 20 times at once', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account(50)
    const holdId = newId()
    await Promise.all(Array.from({ length: 20 }, () => fixture.hold(userId, holdId, 3)))
    assert.deepInclude(await fixture.read(userId), { balance: 50, held: 3 })
  })

  test('credits once when the same key comes 20 times at once', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account(0)
    const posting = { userId, amount: 100, type: 'purchase', description: 'A pack', key: 'event-1' } as const
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.ledger.post(posting)))
    assert.lengthOf(new Set(answers.map((answer) => (answer.ok ? answer.value.transactionId : 'refused'))), 1)
    assert.deepEqual(await fixture.history(userId), [{ amount: 100, balanceAfter: 100 }])
  })

  test('settles a hold once, whoever wins: taking, giving back or its expiry', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account(1_000)
    const outcomes = new Set<string>()
    for (let round = 0; round < 40; round++) {
      const before = await fixture.read(userId)
      const holdId = newId()
      await fixture.hold(userId, holdId, 5, new Date(Date.now() - 1_000))
      const hands = [() => fixture.take(holdId), () => fixture.giveBack(holdId), () => fixture.ledger.expireHolds()]
      await Promise.all(seededShuffle(hands, round).map((hand) => hand()))
      const { rows } = await fixture.db.rawQuery('SELECT state FROM ruby_holds WHERE id = ?::uuid', [holdId])
      outcomes.add(rows[0].state)
      const after = await fixture.read(userId)
      assert.deepEqual([after.balance, after.held], [before.balance - (rows[0].state === 'taken' ? 5 : 0), 0])
    }
    assert.isAtLeast(outcomes.size, 2)
    assert.deepEqual(await fixture.problemsOf(userId), [])
  })

  test('does not wait for, or expire, a hold that is being taken', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account(50)
    const holdId = newId()
    await fixture.hold(userId, holdId, 3, new Date(Date.now() - 1_000))
    const trx = await fixture.db.transaction()
    await sqlFace(trx).take(holdId)
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
