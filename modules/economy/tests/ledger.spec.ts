import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { appOwner } from '#tests/support/app'
import { connect } from '#tests/support/databases'
import { type Fixture, refusedBy, setUp, ledgerFunctions } from './support.ts'

/**
 * A row contains the initial rubies, the steps, the outcome of the last step, then balance, held rubies and debt. `hold`, `take` and
 * `back` refer to the same hold. `refund` and `dispute` take back a purchase, `won` restores it.
 */
type Step =
  | ['post', number]
  | ['buy', number]
  | ['refund', number]
  | ['dispute', number]
  | ['won', number]
  | ['hold', number]
  | ['hold again', number]
  | ['take']
  | ['back']
  | ['expire']
const table: [rubies: number, steps: Step[], outcome: unknown, balance: number, held: number, debt?: number][] = [
  [50, [['hold', 3]], 47, 50, 3],
  [50, [['hold', 3], ['take']], -3, 47, 0],
  [50, [['hold', 3], ['back']], 'given_back', 50, 0],
  [50, [['hold', 3], ['expire']], 'expired', 50, 0],
  [3, [['hold', 3]], 0, 3, 3],
  [2, [['hold', 3]], 'ruby_accounts_enough_rubies', 2, 0],
  [0, [['hold', 1]], 'ruby_accounts_enough_rubies', 0, 0],
  [50, [['hold', 0]], 'ruby_holds_amount_positive', 50, 0],
  [50, [['hold', -3]], 'ruby_holds_amount_positive', 50, 0],
  // repeated
  [
    50,
    [
      ['hold', 3],
      ['hold again', 3],
    ],
    47,
    50,
    3,
  ],
  [
    3,
    [
      ['hold', 3],
      ['hold again', 3],
    ],
    0,
    3,
    3,
  ],
  [
    50,
    [
      ['hold', 3],
      ['hold again', 4],
    ],
    'ruby_holds_same_request',
    50,
    3,
  ],
  [50, [['hold', 3], ['take'], ['take']], -3, 47, 0],
  [50, [['hold', 3], ['take'], ['hold again', 3]], 47, 47, 0],
  [50, [['hold', 3], ['back'], ['back']], 'given_back', 50, 0],
  [50, [['hold', 3], ['take'], ['back']], 'taken', 47, 0],
  [50, [['hold', 3], ['back'], ['take']], null, 50, 0],
  [50, [['hold', 3], ['expire'], ['take']], null, 50, 0],
  [50, [['hold', 3], ['expire'], ['back']], 'expired', 50, 0],
  [50, [['hold', 3], ['take'], ['expire']], 'taken', 47, 0],
  // unknown holds
  [50, [['take']], 'ruby_holds_known', 50, 0],
  [50, [['back']], null, 50, 0],
  // postings use available rubies
  [50, [['post', 10]], 'posted', 60, 0],
  [50, [['post', -50]], 'posted', 0, 0],
  [50, [['post', -51]], 'refused with 50', 50, 0],
  [
    50,
    [
      ['hold', 3],
      ['post', -47],
    ],
    'posted',
    3,
    3,
  ],
  [
    50,
    [
      ['hold', 3],
      ['post', -48],
    ],
    'refused with 47',
    50,
    3,
  ],
  [50, [['post', 0]], 'ruby_transactions_amount_not_zero', 50, 0],
  // taking back
  [50, [['buy', 100]], 'posted', 150, 0],
  [
    0,
    [
      ['buy', 100],
      ['refund', 100],
    ],
    '100 taken, 0 owed',
    0,
    0,
  ],
  [
    0,
    [
      ['buy', 100],
      ['refund', 40],
    ],
    '40 taken, 0 owed',
    60,
    0,
  ],
  [
    50,
    [
      ['buy', 100],
      ['dispute', 100],
    ],
    '100 taken, 0 owed',
    50,
    0,
  ],
  [
    50,
    [
      ['buy', 100],
      ['dispute', 100],
      ['won', 100],
    ],
    'posted',
    150,
    0,
  ],
  [
    0,
    [
      ['buy', 100],
      ['post', -70],
      ['refund', 100],
    ],
    '30 taken, 70 owed',
    0,
    0,
    70,
  ],
  [0, [['refund', 100]], '0 taken, 100 owed', 0, 0, 100],
  [50, [['refund', 0]], 'ruby_transactions_sign', 50, 0],
  [50, [['refund', -5]], 'ruby_transactions_sign', 50, 0],
  // never from held rubies
  [
    100,
    [
      ['hold', 15],
      ['refund', 100],
    ],
    '85 taken, 15 owed',
    15,
    15,
    15,
  ],
  [100, [['hold', 15], ['refund', 100], ['take']], -15, 0, 0, 15],
  [100, [['hold', 15], ['refund', 100], ['back']], 'given_back', 0, 0, 0],
  [100, [['hold', 15], ['refund', 90], ['back']], 'given_back', 10, 0, 0],
  [100, [['hold', 15], ['refund', 200], ['expire']], 'expired', 0, 0, 100],
  // in debt: nothing is available, and credits pay the debt
  [
    0,
    [
      ['refund', 30],
      ['hold', 1],
    ],
    'ruby_accounts_enough_rubies',
    0,
    0,
    30,
  ],
  [
    0,
    [
      ['refund', 30],
      ['post', 10],
    ],
    'posted',
    0,
    0,
    20,
  ],
  [
    0,
    [
      ['refund', 30],
      ['post', 30],
    ],
    'posted',
    0,
    0,
  ],
  [
    0,
    [
      ['refund', 30],
      ['post', 50],
    ],
    'posted',
    20,
    0,
  ],
  [
    0,
    [
      ['refund', 30],
      ['buy', 100],
      ['hold', 70],
    ],
    0,
    70,
    70,
  ],
  [
    0,
    [
      ['refund', 30],
      ['post', -1],
    ],
    'refused with 0',
    0,
    0,
    30,
  ],
  [
    10,
    [
      ['dispute', 100],
      ['won', 100],
    ],
    'posted',
    10,
    0,
  ],
  [
    10,
    [
      ['dispute', 100],
      ['refund', 5],
      ['won', 100],
    ],
    'posted',
    5,
    0,
  ],
]

const play = async (fixture: Fixture, userId: string, holdId: string, step: Step): Promise<unknown> => {
  switch (step[0]) {
    case 'hold':
    case 'hold again':
      return fixture.hold(userId, holdId, step[1])
    case 'take':
      return (await fixture.take(userId, holdId))?.amount ?? null
    case 'back':
      return fixture.giveBack(userId, holdId)
    case 'expire': {
      await fixture.owner.rawQuery(`UPDATE ruby_holds SET expires_at = now() - interval '1 s' WHERE id = ?::uuid`, [
        holdId,
      ])
      await fixture.ledger.expireHolds()
      const { rows } = await fixture.db.rawQuery('SELECT state FROM ruby_holds WHERE id = ?::uuid', [holdId])
      return rows[0].state
    }
    case 'refund':
    case 'dispute': {
      const { taken, owed } = await fixture.takeBack(userId, step[1], step[0])
      return `${taken} taken, ${owed} owed`
    }
    case 'buy':
    case 'won': {
      const type = step[0] === 'buy' ? 'purchase' : 'dispute_won'
      await fixture.ledger.post({ userId, amount: step[1], type, description: 'A step', key: newId() })
      return 'posted'
    }
    case 'post': {
      const amount = step[1]
      const type = amount < 0 ? 'admin_deduction' : 'admin_grant'
      const posted = await fixture.ledger.post({ userId, amount, type, description: 'A step', key: newId() })
      return posted.ok ? 'posted' : `refused with ${posted.failure.rubies}`
    }
  }
}

test.group('The ledger, as a table', () => {
  for (const [rubies, steps, outcome, balance, held, debt = 0] of table) {
    const stepsText = steps.map((step) => step.join(' ')).join(', ')
    test(`with ${rubies}: ${stepsText} gives ${outcome}, and ${balance} of which ${held} held${debt ? `, ${debt} owed` : ''}`, async ({
      assert,
    }) => {
      const fixture = await setUp()
      const userId = await fixture.account(rubies)
      const holdId = newId()
      let last: unknown
      for (const step of steps) {
        const refusal = await refusedBy(async () => (last = await play(fixture, userId, holdId, step)))
        if (refusal !== 'nothing') last = refusal
      }

      assert.deepEqual(last, outcome)
      const account = await fixture.read(userId)
      assert.deepEqual([account.balance, account.held, account.debt], [balance, held, debt])
      assert.deepEqual(await fixture.problemsOf(userId), [])
    })
  }
})

test.group('The ledger', () => {
  test('posts one transaction when a hold is taken, with the balance after it', async ({ assert }) => {
    const { account, hold, take, history } = await setUp()
    const userId = await account(50)
    const holdId = newId()
    await hold(userId, holdId, 7)
    assert.lengthOf(await history(userId), 1)
    const first = await take(userId, holdId)
    const second = await take(userId, holdId, 'reroll', 'Other words')
    assert.equal(second?.id, first?.id)
    assert.deepEqual(await history(userId), [
      { amount: 50, balanceAfter: 50 },
      { amount: -7, balanceAfter: 43 },
    ])
  })

  test('settles no hold of another user', async ({ assert }) => {
    const { account, hold, take, giveBack, read } = await setUp()
    const [mine, theirs] = [await account(50), await account(50)]
    const holdId = newId()
    await hold(theirs, holdId, 3)
    assert.equal(await refusedBy(() => take(mine, holdId)), 'ruby_holds_known')
    assert.isNull(await giveBack(mine, holdId))
    await hold(mine, holdId, 4)
    await take(mine, holdId)
    assert.deepInclude(await read(mine), { balance: 46, held: 0 })
    assert.deepInclude(await read(theirs), { balance: 50, held: 3 })
  })

  test('refuses an account that was not opened', async ({ assert }) => {
    const { hold, ledger, db } = await setUp()
    const unknownId = newId()
    const holdId = newId()
    assert.equal(await refusedBy(() => hold(unknownId, holdId, 1)), 'ruby_accounts_known')
    assert.equal(
      await refusedBy(() =>
        ledger.post({ userId: unknownId, amount: 1, type: 'admin_grant', description: '', key: 'k' })
      ),
      'ruby_accounts_known'
    )
    assert.equal(await ledger.rubies(unknownId), 0)
    const { rows } = await db.rawQuery('SELECT FROM ruby_holds WHERE id = ?::uuid', [holdId])
    assert.lengthOf(rows, 0)
  })

  test('posts a key once, returns the same when repeated and refuses other input', async ({ assert }) => {
    const { account, ledger, read } = await setUp()
    const userId = await account(50)
    const posting = { userId, amount: 5, type: 'purchase', description: 'Five', key: 'order-1' } as const
    const first = await ledger.post(posting)
    assert.deepEqual(await ledger.post(posting), first)
    assert.equal(await refusedBy(() => ledger.post({ ...posting, amount: 500 })), 'ruby_transactions_same_request')
    assert.equal(
      await refusedBy(() => ledger.post({ ...posting, type: 'admin_grant' })),
      'ruby_transactions_same_request'
    )
    assert.deepInclude(await read(userId), { balance: 55, seq: 2 })
  })

  test('lets two users use the same key', async ({ assert }) => {
    const { account, ledger, read } = await setUp()
    for (const userId of [await account(0), await account(0)]) {
      await ledger.post({ userId, amount: 5, type: 'purchase', description: 'Five', key: 'same' })
      assert.equal((await read(userId)).balance, 5)
    }
  })

  test('refuses a credit with a negative amount and a debit with a positive one', async ({ assert }) => {
    const { account, ledger, read } = await setUp()
    const userId = await account(50)
    const post = (amount: number, type: 'purchase' | 'admin_deduction') => () =>
      ledger.post({ userId, amount, type, description: 'Wrong way round', key: newId() })
    assert.equal(await refusedBy(post(-5, 'purchase')), 'ruby_transactions_sign')
    assert.equal(await refusedBy(post(5, 'admin_deduction')), 'ruby_transactions_sign')
    await assert.rejects(post(0.5, 'purchase'), 'Rubies are whole numbers.')
    assert.equal((await read(userId)).balance, 50)
  })

  test('rolls back with the caller’s transaction', async ({ assert }) => {
    const { account, db, ledger, read } = await setUp()
    const userId = await account(50)
    const taken = newId()
    const trx = await db.transaction()
    await ledgerFunctions(trx).hold(userId, taken, 7)
    await ledgerFunctions(trx).take(userId, taken)
    await ledger.post({ userId, amount: 5, type: 'purchase', description: 'Five', key: 'k' }, trx)
    await trx.rollback()
    assert.deepInclude(await read(userId), { balance: 50, held: 0, seq: 1 })
  })

  test('leaves the caller’s transaction usable when it refuses a debit', async ({ assert }) => {
    const { account, db, ledger, read } = await setUp()
    const userId = await account(5)
    await db.transaction(async (trx) => {
      const refused = await ledger.post({ userId, amount: -6, type: 'admin_deduction', description: '', key: 'a' }, trx)
      assert.isFalse(refused.ok)
      await ledger.post({ userId, amount: -5, type: 'admin_deduction', description: '', key: 'b' }, trx)
    })
    assert.deepInclude(await read(userId), { balance: 0, seq: 2 })
  })

  test('takes a hold within a larger statement', async ({ assert }) => {
    const { account, hold, db, read } = await setUp()
    const userId = await account(50)
    const holdId = newId()
    await hold(userId, holdId, 3)
    const closeReply = `
      WITH closed AS (SELECT ?::uuid AS user_id, ?::uuid AS hold_id WHERE ?),
        taken AS (SELECT ledger_take(user_id, hold_id, 'chat', 'A reply') AS id FROM closed)
      SELECT count(id) AS charges FROM taken`
    const lost = await db.rawQuery(closeReply, [userId, holdId, false])
    assert.equal(Number(lost.rows[0].charges), 0)
    assert.deepInclude(await read(userId), { balance: 50, held: 3 })
    const won = await db.rawQuery(closeReply, [userId, holdId, true])
    assert.equal(Number(won.rows[0].charges), 1)
    assert.deepInclude(await read(userId), { balance: 47, held: 0 })
  })

  test('releases expired holds only', async ({ assert }) => {
    const { account, hold, ledger, read, problemsOf } = await setUp()
    const userId = await account(50)
    await hold(userId, newId(), 3, new Date(Date.now() - 1_000))
    await hold(userId, newId(), 4, new Date(Date.now() - 1_000))
    await hold(userId, newId(), 5)
    assert.isAtLeast(await ledger.expireHolds(), 2)
    assert.deepInclude(await read(userId), { balance: 50, held: 5 })
    await ledger.expireHolds()
    assert.deepInclude(await read(userId), { balance: 50, held: 5 })
    assert.deepEqual(await problemsOf(userId), [])
  })

  test('notifies of the balances of users whose holds expired', async ({ assert, cleanup }) => {
    const { account, hold, ledger } = await setUp()
    const userIds = [await account(50), await account(50)]
    for (const userId of [...userIds, ...userIds]) await hold(userId, newId(), 3, new Date(Date.now() - 1_000))
    const listener = await connect(process.env.DATABASE_URL!)
    cleanup(() => listener.end())
    const missing = new Set(userIds)
    const notified = new Promise<void>((resolve) =>
      listener.on('notification', ({ payload = '' }) => {
        missing.delete(payload)
        if (missing.size === 0) resolve()
      })
    )
    await listener.query('LISTEN facet_balances')
    await ledger.expireHolds()
    await notified
    assert.equal(missing.size, 0)
  })

  test('posts a credit in debt as two lines, the credit and the debt’s payment', async ({ assert }) => {
    const { account, takeBack, ledger, lines, history, db, read } = await setUp()
    const userId = await account(20)
    await takeBack(userId, 50)
    const posted = await ledger.post({ userId, amount: 40, type: 'daily_reward', description: '', key: 'day' })
    assert.deepEqual(posted.ok && { ...posted.value, transactionId: '' }, {
      transactionId: '',
      balance: 40,
      rubies: 10,
    })
    assert.deepEqual(await lines(userId), [
      ['purchase', 20],
      ['refund', -20],
      ['daily_reward', 40],
      ['debt_payment', -30],
    ])
    assert.deepEqual((await history(userId)).at(-1), { amount: -30, balanceAfter: 10 })
    const sql = 'SELECT amount::int, debt_after::int, cause FROM ruby_debts WHERE user_id = ?::uuid ORDER BY seq'
    assert.deepEqual((await db.rawQuery(sql, [userId])).rows, [
      { amount: 30, debt_after: 30, cause: 'refund' },
      { amount: -30, debt_after: 0, cause: 'payment' },
    ])
    assert.deepInclude(await read(userId), { seq: 4, debt: 0 })
  })

  test('takes back once per key, returns the same when repeated and refuses another amount', async ({ assert }) => {
    const { account, takeBack, read } = await setUp()
    // Taken fully, taken in part and fully owed are recorded in different tables.
    for (const rubies of [100, 30, 0]) {
      const userId = await account(rubies)
      const first = await takeBack(userId, 70, 'refund', 'one key')
      assert.deepEqual(first, { taken: Math.min(rubies, 70), owed: Math.max(0, 70 - rubies) })
      assert.deepEqual(await takeBack(userId, 70, 'refund', 'one key'), first)
      const after = await read(userId)
      assert.equal(await refusedBy(() => takeBack(userId, 71, 'refund', 'one key')), 'ruby_transactions_same_request')
      assert.equal(await refusedBy(() => takeBack(userId, 70, 'dispute', 'one key')), 'ruby_transactions_same_request')
      assert.deepEqual(await read(userId), after)
    }
  })

  test('reduces a debt by credits only, not by direct updates', async ({ assert }) => {
    const { account, takeBack, owner } = await setUp()
    const userId = await account(0)
    await takeBack(userId, 10)
    for (const [statement, constraint] of [
      ['UPDATE ruby_accounts SET debt = -1', 'ruby_accounts_debt_not_negative'],
      ['UPDATE ruby_accounts SET balance = 5', 'ruby_accounts_enough_rubies'],
    ] as const)
      assert.equal(await refusedBy(() => owner.rawQuery(`${statement} WHERE user_id = ?::uuid`, [userId])), constraint)
  })

  for (const statement of [
    'UPDATE ruby_debts SET amount = 1',
    'DELETE FROM ruby_debts',
    'TRUNCATE ruby_debts',
    'UPDATE ruby_transactions SET amount = 1000',
    'DELETE FROM ruby_transactions',
    'TRUNCATE ruby_transactions',
    'DELETE FROM ruby_accounts',
    'TRUNCATE ruby_accounts',
  ])
    test(`refuses ${statement} also to the tables’ owner`, async ({ assert }) => {
      const { account, history } = await setUp()
      const userId = await account(50)
      assert.match(await refusedBy(async () => (await appOwner()).rawQuery(statement)), /_append_only$/)
      assert.deepEqual(await history(userId), [{ amount: 50, balanceAfter: 50 }])
    })

  for (const [wrong, statement, found, refunded] of [
    [
      'a balance',
      'UPDATE ruby_accounts SET balance = balance + 1 WHERE user_id = ?::uuid',
      /the balance is 48, its transactions add up to 47/,
    ],
    [
      'held rubies',
      'UPDATE ruby_accounts SET held = held + 1 WHERE user_id = ?::uuid',
      /5 rubies are held, its open holds add up to 4/,
    ],
    [
      'a count',
      'UPDATE ruby_accounts SET seq = seq + 1 WHERE user_id = ?::uuid',
      /counts 3 transactions, its history ends at 2/,
    ],
    [
      'a lost hold',
      `UPDATE ruby_holds SET state = 'given_back' WHERE state = 'taken' AND user_id = ?::uuid`,
      /its transaction is missing/,
    ],
    [
      'a forgiven debt',
      'UPDATE ruby_accounts SET debt = 0 WHERE debt = 6 AND user_id = ?::uuid',
      /0 rubies are owed, the lines of the debt add up to 6/,
      49,
    ],
    [
      'a payment without a debt',
      `INSERT INTO ruby_debts (user_id, seq, amount, debt_after, cause, description, transaction_id)
       VALUES (?::uuid, 2, -6, 0, 'payment', '', uuidv7())`,
      /has no transaction of its amount/,
      49,
    ],
    [
      'a forged line',
      `INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, hold_id)
      VALUES (?::uuid, 3, -1, 40, 'chat', '', uuidv7())`,
      /after transaction 3 the balance is given as 40, the history adds up to 46/,
    ],
  ] as [wrong: string, statement: string, found: RegExp, refunded?: number][])
    test(`finds a problem: ${wrong}`, async ({ assert }) => {
      const { account, hold, take, takeBack, owner, ledger } = await setUp()
      const userId = await account(50)
      const [taken, open] = [newId(), newId()]
      await hold(userId, taken, 3)
      await take(userId, taken)
      await hold(userId, open, 4)
      if (refunded) await takeBack(userId, refunded)
      const trx = await owner.transaction()
      try {
        assert.deepEqual(
          (await ledger.verify(trx)).problems.filter((problem) => problem.userId === userId),
          []
        )
        await trx.rawQuery(statement, [userId])
        const { problems } = await ledger.verify(trx)
        assert.match(
          problems
            .filter((problem) => problem.userId === userId)
            .map(({ problem }) => problem)
            .join('\n'),
          found
        )
      } finally {
        await trx.rollback()
      }
    })
})
