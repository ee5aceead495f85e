import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import type { RubyTransaction } from '#modules/economy/api'
import { RubyAdjustments } from '#modules/economy/index'
import { newId } from '#modules/kernel/ids'
import { AdjustRubies } from '../src/actions/adjust_rubies.ts'
import { AuditLog } from '../src/audit/audit_log.ts'
import { actorOf, FullLog, visitApp, visitServer } from './support.ts'

const setUp = async () => {
  const stage = await visitServer()
  const { admin, user } = stage
  const adjust = (body: unknown, who = admin, userId = user.user.id) =>
    who.post(`/api/admin/users/${userId}/rubies`, body)
  return { ...stage, adjust }
}

test.group('Adjusting rubies', () => {
  test('grants and deducts, with a given or the default reason', async ({ assert }) => {
    const { user, adjust } = await setUp()
    const granted = await adjust({ amount: 25, reason: '  For a fine story ' })
    assert.equal(granted.status, 200)
    assert.equal(granted.body.rubies, welcomeRubies + 25)
    assert.isString(granted.body.message)
    assert.equal((await adjust({ amount: -5 })).body.rubies, welcomeRubies + 20)
    await adjust({ amount: 3, reason: '   ' })
    const { body } = await user.get('/api/rubies/transactions')
    assert.deepEqual(
      (body as RubyTransaction[]).slice(0, 3).map(({ type, amount, description }) => [type, amount, description]),
      [
        ['admin_grant', 3, 'Admin granted 3 rubies'],
        ['admin_deduction', -5, 'Admin deducted 5 rubies'],
        ['admin_grant', 25, 'For a fine story'],
      ]
    )
    assert.equal((await user.get('/api/auth/user')).body.rubies, welcomeRubies + 23)
  })

  test('refuses to deduct below zero and reports the balance', async ({ assert }) => {
    const { user, adjust, actsOn } = await setUp()
    const refused = await adjust({ amount: -welcomeRubies - 1 })
    assert.equal(refused.status, 422)
    assert.include(refused.body.message, String(welcomeRubies))
    assert.equal(refused.body.code, 'insufficient_rubies')
    assert.equal((await user.get('/api/auth/user')).body.rubies, welcomeRubies)
    assert.deepEqual(await actsOn(user.user.id), [], 'what was refused was not done')
    assert.equal((await adjust({ amount: -welcomeRubies })).body.rubies, 0)
  })

  for (const amount of [0, 1.5, '5', null, undefined, 'x', 1e10, -1e10, [5], { amount: 5 }, true])
    test(`is refused with 422 for the amount ${JSON.stringify(amount)}`, async ({ assert }) => {
      const { user, adjust } = await setUp()
      const refused = await adjust({ amount })
      assert.equal(refused.status, 422)
      assert.equal(refused.body.errors[0].field, 'amount')
      assert.lengthOf((await user.get('/api/rubies/transactions')).body, 1)
    })

  test('is refused for a reason with too many code points', async ({ assert }) => {
    const { adjust } = await setUp()
    assert.equal((await adjust({ amount: 1, reason: '😀'.repeat(200) })).status, 200)
    assert.equal((await adjust({ amount: 1, reason: 'x'.repeat(201) })).status, 422)
  })

  test('returns 404 for unknown users, malformed ids and the built-in account', async ({ assert }) => {
    const { admin, adjust, run } = await setUp()
    const [builtIn] = await run(`SELECT id FROM users WHERE email = 'characters@built-in.invalid'`)
    for (const userId of [newId(), 'abc', builtIn.id])
      assert.equal((await adjust({ amount: 1 }, admin, userId)).status, 404, userId)
  })

  test('is recorded with actor and change', async ({ assert }) => {
    const { admin, user, word, adjust, actsOn } = await setUp()
    await adjust({ amount: 25, reason: 'For a fine story' })
    await adjust({ amount: -5 })
    assert.deepEqual(await actsOn(user.user.id), [
      {
        actor_id: admin.user.id,
        kind: 'rubies_granted',
        before: { rubies: welcomeRubies, debt: 0 },
        after: { rubies: welcomeRubies + 25, debt: 0, amount: 25, reason: 'For a fine story' },
      },
      {
        actor_id: admin.user.id,
        kind: 'rubies_deducted',
        before: { rubies: welcomeRubies + 25, debt: 0 },
        after: { rubies: welcomeRubies + 20, debt: 0, amount: -5, reason: 'Admin deducted 5 rubies' },
      },
    ])
    const [{ actor, subject }] = (await admin.get(`/api/admin/acts?q=${word}&limit=1`)).body
    assert.deepEqual(actor, { id: admin.user.id, name: `Robin ${word}`, email: admin.user.email })
    assert.deepEqual(subject, { type: 'user', id: user.user.id, name: `Robin ${word} <${user.user.email}>` })
  })

  test('is serialized with a concurrent adjustment, in the log, too', async ({ assert }) => {
    const { admin, user, adjust, newAdmin, actsOn } = await setUp()
    const other = await newAdmin()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => adjust({ amount: index % 3 === 0 ? -4 : 7 }, index % 2 ? admin : other))
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal((await user.get('/api/auth/user')).body.rubies, welcomeRubies + 4 * -4 + 8 * 7)
    const acts = await actsOn(user.user.id)
    assert.lengthOf(acts, 12)
    for (const { before, after } of acts) assert.equal(after.rubies - before.rubies, after.amount)
    const [begun, ended] = [acts.map(({ before }) => before.rubies), acts.map(({ after }) => after.rubies)]
    assert.sameMembers([...begun, welcomeRubies + 40], [welcomeRubies, ...ended])
  })
})

test.group('An adjustment and its record', () => {
  test('are atomic: a failing log leaves the rubies unchanged', async ({ assert }) => {
    const { db, accounts, open, rows, container } = await visitApp()
    const [user, admin] = [await open(), await open()]
    const adjustments = await container.make(RubyAdjustments)
    const broken = new AdjustRubies(db, accounts, adjustments, new FullLog(accounts))
    await assert.rejects(() => broken.run(actorOf(admin.id), { userId: user.id, amount: 5 }), 'The log is full.')
    const balance = 'SELECT balance::int, seq::int FROM ruby_accounts WHERE user_id = ?::uuid'
    assert.deepEqual(await rows(balance, [user.id]), [{ balance: welcomeRubies, seq: 1 }])
  })

  test('are atomic: a failing ledger leaves no log entry', async ({ assert }) => {
    const { db, accounts, open, actsOn, container } = await visitApp()
    const [user, admin] = [await open(), await open()]
    const real = await container.make(RubyAdjustments)
    class Breaking extends RubyAdjustments {
      override async adjust(...[adjustment, trx]: Parameters<RubyAdjustments['adjust']>): Promise<never> {
        await real.adjust(adjustment, trx)
        throw new Error('The ledger broke.')
      }
    }
    const broken = new AdjustRubies(db, accounts, new Breaking(), await container.make(AuditLog))
    await assert.rejects(() => broken.run(actorOf(admin.id), { userId: user.id, amount: 5 }), 'The ledger broke.')
    assert.deepEqual(await actsOn(user.id), [])
  })

  test('refuse an unknown actor', async ({ assert }) => {
    const { open, rows, container } = await visitApp()
    const user = await open()
    const adjust = await container.make(AdjustRubies)
    await assert.rejects(() => adjust.run(actorOf(newId()), { userId: user.id, amount: 5 }), /doesn't exist/)
    const balance = 'SELECT balance::int FROM ruby_accounts WHERE user_id = ?::uuid'
    assert.deepEqual(await rows(balance, [user.id]), [{ balance: welcomeRubies }])
  })

  test('include a debt that is paid by the grant', async ({ assert }) => {
    const { open, rows, actsOn, container } = await visitApp()
    const [user, admin] = [await open(), await open()]
    await rows(`SELECT ledger_take_back(?::uuid, ?::bigint, 'refund', 'Refund', 'test')`, [user.id, welcomeRubies + 30])
    const adjust = await container.make(AdjustRubies)
    const adjusted = await adjust.run(actorOf(admin.id), { userId: user.id, amount: 40, reason: 'A mistake' })
    assert.deepEqual(adjusted, { ok: true, value: { rubies: 10 } })
    const [act] = await actsOn(user.id)
    assert.deepEqual(act!.before, { rubies: 0, debt: 30 })
    assert.deepEqual(act!.after, { rubies: 10, debt: 0, amount: 40, reason: 'A mistake' })
  })
})
