import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import { Client } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { sharedStage } from '#tests/support/stage'
import type { RubyTransaction } from '../api.ts'

const setUp = async () => {
  const { url, databaseUrl } = (await sharedStage('filled')).server
  const user = await new Client(url).register()
  const admin = await new Client(url).register()
  const db = await connect(databaseUrl)
  await db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
  await db.end()
  const adjust = (body: unknown, who = admin, userId = user.user.id) =>
    who.post(`/api/admin/users/${userId}/rubies`, body)
  return { user, admin, adjust, visitor: new Client(url) }
}

test.group('The history of rubies', () => {
  test('starts with the welcome rubies', async ({ assert }) => {
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

  test('is paged newest first without gaps or repeats while it grows', async ({ assert }) => {
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

  test('returns 422 for an invalid limit or cursor', async ({ assert }) => {
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

  test('is the user’s own and requires a session', async ({ assert }) => {
    const { user, admin, adjust, visitor } = await setUp()
    await adjust({ amount: 7 })
    assert.lengthOf((await admin.get('/api/rubies/transactions')).body, 1)
    assert.lengthOf((await user.get('/api/rubies/transactions')).body, 2)
    assert.equal((await visitor.get('/api/rubies/transactions')).status, 401)
  })
})
