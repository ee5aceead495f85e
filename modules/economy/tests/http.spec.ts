import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import type { RubyTransaction } from '../api.ts'

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const user = await new Client(url).register()
  const admin = await new Client(url).register()
  const db = await connect(databaseUrl)
  await db.query('UPDATE users SET is_admin = true WHERE id = $1', [admin.user.id])
  await db.end()
  const adjust = (body: unknown, who = admin, userId = user.user.id) =>
    who.post(`/api/admin/users/${userId}/rubies`, body)
  return { user, admin, adjust, visitor: new Client(url) }
}

test.group('The history of rubies', () => {
  test('begins with the welcome rubies', async ({ assert }) => {
    const { user } = await setUp()
    const { status, body, headers } = await user.get('/api/rubies/transactions')
    assert.equal(status, 200)
    assert.lengthOf(body, 1)
    const [{ id, createdAt, ...rest }] = body as [RubyTransaction]
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.deepEqual(rest, {
      amount: welcomeRubies,
      type: 'welcome',
      description: 'Welcome rubies',
      balanceAfter: welcomeRubies,
      chat: null,
    })
    assert.isUndefined(headers.link)
  })

  test('comes newest first, in pages that neither repeat nor leave out, while it grows', async ({ assert }) => {
    const { user, adjust } = await setUp()
    for (let amount = 1; amount <= 6; amount++) await adjust({ amount })
    const seen: number[] = []
    let path: string | undefined = '/api/rubies/transactions?limit=3'
    while (path) {
      const { body, headers } = await user.get(path)
      seen.push(...(body as RubyTransaction[]).map(({ amount }) => amount))
      await adjust({ amount: 99 })
      path = headers.link === undefined ? undefined : /^<(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
    }
    assert.deepEqual(seen, [6, 5, 4, 3, 2, 1, welcomeRubies])
  })

  test('answers 422 for a limit or a cursor that is none', async ({ assert }) => {
    const { user } = await setUp()
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=-1',
      'limit=1.5',
      'limit=x',
      'cursor=x',
      'cursor=WyJ4Il0',
      'cursor=W251bGxd',
    ])
      assert.equal((await user.get(`/api/rubies/transactions?${query}`)).status, 422, query)
  })

  test('is one’s own, and nobody’s without a session', async ({ assert }) => {
    const { user, admin, adjust, visitor } = await setUp()
    await adjust({ amount: 7 })
    assert.lengthOf((await admin.get('/api/rubies/transactions')).body, 1)
    assert.lengthOf((await user.get('/api/rubies/transactions')).body, 2)
    assert.equal((await visitor.get('/api/rubies/transactions')).status, 401)
  })
})

test.group('An admin adjusts rubies', () => {
  test('grants and deducts, with a reason or the usual one', async ({ assert }) => {
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

  test('can’t deduct past zero, and is told the balance', async ({ assert }) => {
    const { user, adjust } = await setUp()
    const refused = await adjust({ amount: -welcomeRubies - 1 })
    assert.equal(refused.status, 422)
    assert.include(refused.body.message, String(welcomeRubies))
    assert.equal(refused.body.code, 'insufficient_rubies')
    assert.equal((await user.get('/api/auth/user')).body.rubies, welcomeRubies)
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

  test('is refused for a reason that is too long, by characters', async ({ assert }) => {
    const { adjust } = await setUp()
    assert.equal((await adjust({ amount: 1, reason: '😀'.repeat(200) })).status, 200)
    assert.equal((await adjust({ amount: 1, reason: 'x'.repeat(201) })).status, 422)
  })

  test('finds no unknown user, and no id that is none', async ({ assert }) => {
    const { admin, adjust } = await setUp()
    assert.equal((await adjust({ amount: 1 }, admin, newId())).status, 404)
    assert.equal((await adjust({ amount: 1 }, admin, 'abc')).status, 404)
  })

  test('is for admins alone', async ({ assert }) => {
    const { user, adjust, visitor } = await setUp()
    assert.equal((await adjust({ amount: 1 }, user)).status, 403)
    assert.equal((await adjust({ amount: 1 }, visitor)).status, 401)
    assert.equal((await user.get('/api/auth/user')).body.rubies, welcomeRubies)
  })
})
