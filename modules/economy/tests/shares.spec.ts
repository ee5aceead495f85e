import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { systemTimers } from '#plugins/contract/timers'
import { closeRubyAccount } from '../src/actions/close_ruby_account.ts'
import { PostShares } from '../src/shares/post_shares.ts'
import { SeenNetworks } from '../src/shares/seen_networks.ts'
import { setUp as setUpLedger, type Fixture } from './support.ts'

/** The last hour of the tests before. Each run of the job is an hour later, also when two tests use one account. */
let hours = 0
const nextHour = () => new Date(Date.UTC(2100, 0, 1) + ++hours * 3_600_000)

const setUp = async (connections?: number) => {
  const fixture = await setUpLedger(connections)
  const job =
    connections === undefined ? await app.container.make(PostShares) : new PostShares(fixture.db, systemTimers)
  // Posts what the tests before have left.
  await job.run(undefined, nextHour())
  const charge = async (userId: string, creatorId: string, rubies: number, percent = 10) => {
    const hold = { id: newId(), userId }
    await fixture.hold(userId, hold.id, rubies)
    await fixture.takeShared(hold, creatorId, percent)
    return hold
  }
  return {
    ...fixture,
    job,
    charge,
    grant: (userId: string, amount: number) =>
      fixture.ledger.post({ userId, amount, type: 'admin_grant', description: 'Free', key: newId() }),
    buy: (userId: string, amount: number, type: 'purchase' | 'dispute_won' = 'purchase') =>
      fixture.ledger.post({ userId, amount, type, description: 'Bought', key: newId() }),
    /** Runs the job in a later hour. */
    post: () => job.run(undefined, nextHour()),
    async accruals(userId: string): Promise<{ bought: number; returned: number; share: number; outcome: string }[]> {
      const sql = `SELECT bought::int, returned::int, share::int, outcome FROM share_accruals WHERE user_id = ?::uuid ORDER BY hold_id`
      return (await fixture.db.rawQuery(sql, [userId])).rows
    },
    /** Returns what a creator's account of shares has. */
    async sharesOf(creatorId: string): Promise<{ accrued: number; posted: number }> {
      const sql = 'SELECT accrued::int, posted::int FROM share_accounts WHERE user_id = ?::uuid'
      return (await fixture.db.rawQuery(sql, [creatorId])).rows[0] ?? { accrued: 0, posted: 0 }
    },
  }
}

test.group('Bought rubies', () => {
  test('are spent after free ones, and only they earn a share', async ({ assert }) => {
    const { account, grant, charge, accruals, read, problemsOf } = await setUp()
    const [payer, creator] = [await account(10), await account()]
    await grant(payer, 10)
    await charge(payer, creator, 8)
    assert.deepInclude(await read(payer), { balance: 12, bought: 10 })
    assert.deepEqual(await accruals(payer), [])
    await charge(payer, creator, 7, 20)
    assert.deepInclude(await read(payer), { balance: 5, bought: 5 })
    assert.deepEqual(await accruals(payer), [{ bought: 5, returned: 0, share: 100, outcome: null as never }])
    assert.deepEqual(await problemsOf(payer, creator), [])
  })

  test('earn nothing when a creator chats with their own character', async ({ assert }) => {
    const { account, charge, accruals, read } = await setUp()
    const creator = await account(10)
    await charge(creator, creator, 4)
    assert.deepInclude(await read(creator), { balance: 6, bought: 6 })
    assert.deepEqual(await accruals(creator), [])
  })

  test('earn once when a charge is repeated, and nothing for a hold that was given back', async ({ assert }) => {
    const { account, hold, charge, takeShared, giveBack, accruals } = await setUp()
    const [payer, creator] = [await account(20), await account()]
    const charged = await charge(payer, creator, 4)
    assert.isNotNull(await takeShared(charged, creator, 10))
    const released = { userId: payer, id: newId() }
    await hold(payer, released.id, 4)
    await giveBack(payer, released.id)
    assert.isNull(await takeShared(released, creator, 10))
    assert.lengthOf(await accruals(payer), 1)
  })

  test('stop being bought while they are held and their payment is refunded', async ({ assert }) => {
    const { account, hold, takeShared, takeBack, accruals, read, problemsOf } = await setUp()
    const [payer, creator] = [await account(100), await account()]
    const held = { userId: payer, id: newId() }
    await hold(payer, held.id, 15)
    assert.deepEqual(await takeBack(payer, 100), { taken: 85, owed: 15 })
    assert.deepInclude(await read(payer), { balance: 15, bought: 0 })
    await takeShared(held, creator, 10)
    assert.deepEqual(await accruals(payer), [])
    assert.deepEqual(await problemsOf(payer), [])
  })

  for (const [wrong, statement, found] of [
    [
      'bought rubies that no purchase brought',
      'UPDATE ruby_accounts SET bought = 5 WHERE user_id = ?::uuid',
      /5 bought rubies are left and 4 earn shares, its purchases brought 8/,
    ],
    [
      'a share of more than its charge',
      'UPDATE share_accruals SET bought = 5, share = 50 WHERE user_id = ?::uuid',
      /which has no charge of its bought rubies/,
    ],
  ] as const)
    test(`are checked: finds ${wrong}`, async ({ assert }) => {
      const { account, grant, charge, ledger, owner } = await setUp()
      const [payer, creator] = [await account(8), await account()]
      await charge(payer, creator, 4)
      await grant(payer, 5)
      const trx = await owner.transaction()
      await trx.rawQuery(statement, [payer])
      const { problems } = await ledger.verify(trx)
      await trx.rollback()
      assert.match(problems.flatMap(({ userId, problem }) => (userId === payer ? problem : [])).join('; '), found)
    })

  test('never exceed the balance, also by direct updates', async ({ assert }) => {
    const { account, owner } = await setUp()
    const userId = await account(5)
    for (const bought of [6, -1])
      await assert.rejects(
        () => owner.rawQuery('UPDATE ruby_accounts SET bought = ?::int WHERE user_id = ?::uuid', [bought, userId]),
        /ruby_accounts_bought_within/
      )
  })
})

test.group('Shares of creators', () => {
  test('are posted as whole rubies once an hour, and the remainder is carried', async ({ assert }) => {
    const { account, charge, post, job, lines, sharesOf, history, problemsOf } = await setUp()
    const creator = await account()
    const payers = [await account(50), await account(50), await account(50)]
    for (const payer of payers) await charge(payer, creator, 3, 15)
    assert.equal(await post(), 1)
    assert.deepEqual(await sharesOf(creator), { accrued: 135, posted: 1 })
    assert.equal(await post(), 0)
    await charge(payers[0]!, creator, 5, 15)
    const at = nextHour()
    assert.equal(await job.run(undefined, at), 1)
    await charge(payers[1]!, creator, 20, 15)
    assert.equal(await job.run(undefined, at), 0, 'the same hour')
    assert.equal(await job.run(undefined, new Date(at.getTime() - 7_200_000)), 0, 'the clock went back')
    assert.equal(await post(), 3)
    assert.deepEqual(await lines(creator), [
      ['share', 1],
      ['share', 1],
      ['share', 3],
    ])
    assert.deepInclude((await history(creator)).at(-1), { balanceAfter: 5 })
    assert.deepEqual(await sharesOf(creator), { accrued: 510, posted: 5 })
    assert.deepEqual(await problemsOf(creator, ...payers), [])
  })

  test('wait for the end of their hour', async ({ assert }) => {
    const { account, charge, job, owner } = await setUp()
    const [payer, creator] = [await account(50), await account()]
    const { id } = await charge(payer, creator, 10)
    const at = (time: string) => new Date(`2100-01-01T${time}Z`)
    await owner.rawQuery('UPDATE share_accruals SET created_at = ?::timestamptz WHERE user_id = ? AND hold_id = ?', [
      at('00:10:00'),
      payer,
      id,
    ])
    assert.equal(await job.run(undefined, at('00:59:59')), 0)
    assert.equal(await job.run(undefined, at('01:00:00')), 1)
  })

  test('name their hour and their rubies in the creator’s history', async ({ assert }) => {
    const { account, charge, post, db } = await setUp()
    const [payer, creator] = [await account(50), await account()]
    await charge(payer, creator, 20)
    await post()
    const { rows } = await db.rawQuery(
      'SELECT type, description, idempotency_key FROM ruby_transactions WHERE user_id = ?::uuid',
      [creator]
    )
    assert.deepInclude(rows[0], { type: 'share', description: 'Your characters earned 2 rubies' })
    assert.match(rows[0].idempotency_key, /^share:2100-\d\d-\d\dT\d\d$/)
  })

  test('are collected in batches, also more than one batch of one payer', async ({ assert }) => {
    const { account, post, db, sharesOf, problemsOf } = await setUp()
    const [payer, creator] = [await account(1_000), await account()]
    await db.rawQuery(
      `SELECT ledger_take_shared(user_id, id, 'chat', 'A reply', ?::uuid, 50) FROM (
         SELECT ?::uuid AS user_id, uuidv7() AS id FROM generate_series(1, 450)
       ) h WHERE ledger_hold(user_id, id, 2, now() + interval '1 hour') > 0`,
      [creator, payer]
    )
    assert.equal(await post(), 450)
    assert.deepEqual(await sharesOf(creator), { accrued: 45_000, posted: 450 })
    assert.deepEqual(await problemsOf(payer, creator), [])
  })

  test('are posted once when four processes post at once', async ({ assert }) => {
    const fixture = await setUp(16)
    const creators = await Promise.all(Array.from({ length: 60 }, () => fixture.account()))
    const payer = await fixture.account(1_000)
    for (const creator of creators) await fixture.charge(payer, creator, 10)
    const at = nextHour()
    // A process that finds the lock taken leaves the work to the other one.
    await Promise.all(Array.from({ length: 4 }, () => fixture.job.run(undefined, at)))
    await fixture.job.run(undefined, at)
    for (const creator of creators) assert.deepEqual(await fixture.lines(creator), [['share', 1]])
    assert.deepEqual(await fixture.problemsOf(payer, ...creators), [])
  })

  test('are neither lost nor doubled when a process dies in any step', async ({ assert }) => {
    const { account, charge, post, db, sharesOf, lines, problemsOf } = await setUp()
    const [payer, creator] = [await account(50), await account()]
    await charge(payer, creator, 25)
    // PostgreSQL rolls back the transaction of a dead process.
    const die = async (sql: string, values: unknown[]) => {
      const trx = await db.transaction()
      await trx.rawQuery(sql, values as never)
      await trx.rollback()
    }
    const at = nextHour()
    const collect = 'SELECT ledger_collect_shares(?::timestamptz, 200)'
    await die(collect, [at])
    assert.deepEqual(await sharesOf(creator), { accrued: 0, posted: 0 })
    await db.rawQuery(collect, [at])
    await die('SELECT ledger_post_share(?::uuid, ?::timestamptz)', [creator, at])
    assert.deepEqual(await sharesOf(creator), { accrued: 250, posted: 0 })
    assert.equal(await post(), 2)
    assert.deepEqual(await lines(creator), [['share', 2]])
    assert.deepEqual(await problemsOf(payer, creator), [])
  })

  test('leave the hour alone whose key was used already', async ({ assert }) => {
    const { account, charge, job, ledger, lines, post } = await setUp()
    const [payer, creator] = [await account(50), await account()]
    await charge(payer, creator, 20)
    const at = nextHour()
    const key = `share:${at.toISOString().slice(0, 13)}`
    await ledger.post({ userId: creator, amount: 9, type: 'admin_grant', description: 'Other', key })
    assert.equal(await job.run(undefined, at), 0)
    assert.equal(await post(), 2)
    assert.deepEqual(await lines(creator), [
      ['admin_grant', 9],
      ['share', 2],
    ])
  })
})

test.group('Shares after refunds and disputes', () => {
  test('are not posted when the payment is refunded before', async ({ assert }) => {
    const { account, charge, takeBack, post, accruals, sharesOf, problemsOf } = await setUp()
    const [payer, creator] = [await account(100), await account()]
    await charge(payer, creator, 40)
    await charge(payer, creator, 20)
    // The account still has 40 of these rubies. The latest reply and a part of the one before are taken back.
    assert.deepEqual(await takeBack(payer, 70), { taken: 40, owed: 30 })
    assert.equal(await post(), 3)
    assert.deepEqual(
      (await accruals(payer)).map(({ bought, returned }) => [bought, returned]),
      [
        [40, 10],
        [20, 20],
      ]
    )
    assert.deepEqual(await sharesOf(creator), { accrued: 300, posted: 3 })
    assert.deepEqual(await problemsOf(payer, creator), [])
  })

  test('are owed when the payment is refunded afterwards, and later shares pay first', async ({ assert }) => {
    const { account, charge, takeBack, post, sharesOf, read, lines, problemsOf } = await setUp()
    const [payer, other, creator] = [await account(100), await account(100), await account()]
    await charge(payer, creator, 100)
    assert.equal(await post(), 10)
    assert.deepEqual(await takeBack(payer, 100, 'dispute'), { taken: 0, owed: 100 })
    assert.equal(await post(), 0)
    assert.deepEqual(await sharesOf(creator), { accrued: 0, posted: 10 })
    assert.deepInclude(await read(creator), { balance: 10, debt: 0 })
    await charge(other, creator, 95)
    assert.equal(await post(), 0)
    await charge(other, creator, 5, 50)
    assert.equal(await post(), 2)
    assert.deepEqual(await lines(creator), [
      ['share', 10],
      ['share', 2],
    ])
    assert.deepEqual(await problemsOf(payer, other, creator), [])
  })

  test('come back when the dispute is won, or when a new purchase pays the debt', async ({ assert }) => {
    for (const how of ['dispute_won', 'purchase'] as const) {
      const { account, charge, takeBack, buy, grant, post, sharesOf, read, problemsOf } = await setUp()
      const [payer, creator] = [await account(100), await account()]
      await charge(payer, creator, 100)
      await takeBack(payer, 100, 'dispute')
      // Free rubies pay a part of the debt, which is no payment for the replies.
      await grant(payer, 30)
      await buy(payer, 100, how)
      assert.deepInclude(await read(payer), { balance: 30, debt: 0, bought: 30 })
      assert.equal(await post(), 7)
      assert.deepEqual(await sharesOf(creator), { accrued: 700, posted: 7 })
      await charge(payer, creator, 30)
      assert.equal(await post(), 3)
      assert.deepEqual(await problemsOf(payer, creator), [])
    }
  })
})

test.group('Shares that creators don’t get', () => {
  const seenBy = ({ db }: Pick<Fixture, 'db'>, isOn = true) =>
    new SeenNetworks(db, { networkKey: 'a key' } as never, { creatorSharePercent: isOn ? 10 : 0 })

  test('are those of accounts in their network, and of accounts with their payment', async ({ assert }) => {
    const fixture = await setUp()
    const { account, charge, post, accruals, db, problemsOf } = fixture
    const [creator, neighbor, sharer, stranger] = await Promise.all([0, 50, 50, 50].map((rubies) => account(rubies)))
    const networks = seenBy(fixture)
    await networks.note(creator!, '192.0.2.7')
    await networks.note(neighbor!, '198.51.100.1')
    await networks.note(neighbor!, '192.0.2.99')
    await networks.note(stranger!, '203.0.113.1')
    for (const userId of [creator, sharer])
      await db.rawQuery(
        `INSERT INTO ruby_orders (id, user_id, rubies, amount_cents, currency, provider, payment_reference, expires_at)
         VALUES (uuidv7(), ?::uuid, 1, 1, 'usd', 'shares', ?, now())`,
        [userId!, `payment of ${creator}`]
      )
    for (const payer of [neighbor!, sharer!, stranger!]) await charge(payer, creator!, 20)
    assert.equal(await post(), 2)
    const outcomes = await Promise.all(
      [neighbor!, sharer!, stranger!].map(async (id) => (await accruals(id))[0]!.outcome)
    )
    assert.deepEqual(outcomes, ['linked', 'linked', 'counted'])
    assert.deepEqual(await problemsOf(creator!, neighbor!, sharer!, stranger!), [])
  })

  test('stay with the house when the creator’s account is closed', async ({ assert }) => {
    const { account, charge, post, accruals, sharesOf, db, lines, problemsOf } = await setUp()
    const [payer, creator] = [await account(50), await account()]
    await charge(payer, creator, 15)
    await post()
    await charge(payer, creator, 15)
    await db.transaction((trx) => closeRubyAccount(creator, trx))
    assert.equal(await post(), 0)
    assert.deepEqual(
      (await accruals(payer)).map(({ outcome }) => outcome),
      ['counted', 'expired']
    )
    assert.deepEqual(await sharesOf(creator), { accrued: 150, posted: 1 })
    assert.deepEqual(await lines(creator), [['share', 1]])
    assert.deepEqual(await problemsOf(payer, creator), [])
  })

  test('forget the networks of a closed account, and store none without shares', async ({ assert }) => {
    const fixture = await setUp()
    const userId = await fixture.account()
    const count = async () =>
      (await fixture.db.rawQuery('SELECT FROM ruby_networks WHERE user_id = ?::uuid', [userId])).rowCount
    await seenBy(fixture, false).note(userId, '192.0.2.1')
    await seenBy(fixture).note(userId, null)
    assert.equal(await count(), 0)
    await seenBy(fixture).note(userId, '192.0.2.1')
    await seenBy(fixture).note(userId, '192.0.2.2')
    assert.equal(await count(), 1)
    await fixture.db.transaction((trx) => closeRubyAccount(userId, trx))
    assert.equal(await count(), 0)
  })
})

type Step = { verb: 'charge' | 'buy' | 'refund' | 'grant'; amount: number; percent: number } | { verb: 'post' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      verb: fc.constantFrom('charge', 'charge', 'charge', 'buy', 'refund', 'grant'),
      amount: fc.integer({ min: 1, max: 30 }),
      percent: fc.integer({ min: 1, max: 50 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ verb: 'post' as const }) }
)

test.group('Shares at random', () => {
  test('add up to the bought rubies that were spent and kept', async ({ assert }) => {
    const { account, charge, buy, grant, takeBack, post, read, accruals, sharesOf, problemsOf } = await setUp()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const [payer, creator] = [await account(), await account()]
        let purchased = 0
        for (const each of steps) {
          if (each.verb === 'post') await post()
          else if (each.verb === 'buy') {
            await buy(payer, each.amount)
            purchased += each.amount
          } else if (each.verb === 'grant') await grant(payer, each.amount)
          else if (each.verb === 'refund') {
            const amount = Math.min(each.amount, purchased)
            if (amount > 0) await takeBack(payer, amount)
            purchased -= amount
          } else {
            const { balance, held } = await read(payer)
            if (balance - held >= each.amount) await charge(payer, creator, each.amount, each.percent)
          }
          const lines = await accruals(payer)
          const kept = lines.reduce((sum, { bought, returned }) => sum + bought - returned, 0)
          assert.equal(kept + (await read(payer)).bought, purchased)
        }
        await post()
        const lines = await accruals(payer)
        const due = lines.reduce((sum, { bought, returned, share }) => sum + ((bought - returned) * share) / bought, 0)
        const { accrued, posted } = await sharesOf(creator)
        assert.equal(accrued, due)
        assert.deepInclude(await read(creator), { balance: posted })
        assert.isBelow(accrued - 100 * posted, 100)
        assert.deepEqual(await problemsOf(payer, creator), [])
      }),
      { numRuns: 15 }
    )
  }).timeout(60_000)
})

test.group('A refund while shares are collected', () => {
  test('waits for the other one, in either order', async ({ assert }) => {
    const fixture = await setUp()
    const { account, charge, post, sharesOf, db, problemsOf } = fixture
    for (const first of ['refund', 'collect'] as const) {
      const [payer, creator] = [await account(100), await account()]
      for (let index = 0; index < 5; index++) await charge(payer, creator, 20)
      const collect = (client: { rawQuery: typeof db.rawQuery }) =>
        client.rawQuery('SELECT ledger_collect_shares(?::timestamptz, 200)', [nextHour()])
      const trx = await db.transaction()
      const refund = (client: { rawQuery: typeof db.rawQuery }) =>
        client.rawQuery(`SELECT ledger_take_back(?::uuid, 50, 'refund', 'Refund', ?)`, [payer, newId()])
      await (first === 'refund' ? refund(trx) : collect(trx))
      const second = first === 'refund' ? collect(db) : refund(db)
      await trx.commit()
      await second
      await post()
      assert.deepEqual(await sharesOf(creator), { accrued: 500, posted: 5 })
      assert.deepEqual(await problemsOf(payer, creator), [])
    }
  })
})
