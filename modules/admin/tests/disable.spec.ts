import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { DisableAccount } from '../src/actions/disable_account.ts'
import { FullLog, visitApp, visitServer } from './support.ts'

const setUp = async () => {
  const stage = await visitServer()
  const disable = (disabled: unknown, userId = stage.user.user.id, who = stage.admin) =>
    who.put(`/api/admin/users/${userId}/disabled`, { disabled })
  return { ...stage, disable }
}

test.group('Disabling an account', () => {
  test('ends its sessions and blocks sign-in until it is enabled', async ({ assert }) => {
    const { user, disable, visitor } = await setUp()
    const signIn = { email: user.user.email, password: 'correct horse' }
    const disabled = await disable(true)
    assert.equal(disabled.status, 200)
    assert.deepInclude(disabled.body, { id: user.user.id, email: user.user.email, debt: 0 })
    assert.match(disabled.body.disabledAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.equal((await user.get('/api/auth/user')).status, 401)
    assert.equal((await visitor.post('/api/login', signIn)).status, 401)

    const enabled = await disable(false)
    assert.isNull(enabled.body.disabledAt)
    assert.equal((await user.get('/api/auth/user')).status, 401, 'its sessions have ended')
    assert.equal((await visitor.post('/api/login', signIn)).status, 200)
  })

  test('is recorded once when repeated', async ({ assert }) => {
    const { admin, user, disable, actsOn } = await setUp()
    const [first, second] = [await disable(true), await disable(true)]
    assert.equal(second.body.disabledAt, first.body.disabledAt)
    await disable(false)
    await disable(false)
    assert.deepEqual(await actsOn(user.user.id), [
      { actor_id: admin.user.id, kind: 'account_disabled', before: { disabled: false }, after: { disabled: true } },
      { actor_id: admin.user.id, kind: 'account_enabled', before: { disabled: true }, after: { disabled: false } },
    ])
  })

  test('is refused for one’s own, the built-in and unknown accounts', async ({ assert }) => {
    const { admin, disable, run } = await setUp()
    const own = await disable(true, admin.user.id)
    assert.equal(own.status, 422)
    assert.equal(own.body.code, 'oneself')
    assert.equal((await admin.get('/api/auth/user')).status, 200)
    const [builtIn] = await run(`SELECT id FROM users WHERE email = 'characters@built-in.invalid'`)
    for (const userId of [builtIn.id, newId(), 'abc']) assert.equal((await disable(true, userId)).status, 404, userId)
  })

  for (const disabled of [undefined, null, 'true', 1, 'x'])
    test(`returns 422 for ${JSON.stringify(disabled)}`, async ({ assert }) => {
      const { user, disable } = await setUp()
      assert.equal((await disable(disabled)).status, 422)
      assert.equal((await user.get('/api/auth/user')).status, 200)
    })

  test('lets only one of two admins disable the other concurrently', async ({ assert }) => {
    const { admin, newAdmin, disable } = await setUp()
    const other = await newAdmin()
    const answers = await Promise.all([disable(true, other.user.id), disable(true, admin.user.id, other)])
    for (const { status } of answers) assert.include([200, 401], status)
    assert.include(
      answers.map(({ status }) => status),
      200
    )
  })

  test('is rolled back when the log fails', async ({ assert }) => {
    const { db, accounts, open, rows } = await visitApp()
    const [user, admin] = [await open(), await open()]
    const broken = new DisableAccount(db, accounts, new FullLog(accounts))
    await assert.rejects(() => broken.run({ actorId: admin.id, userId: user.id, disabled: true }), 'The log is full.')
    assert.deepEqual(await rows('SELECT disabled_at FROM users WHERE id = ?::uuid', [user.id]), [{ disabled_at: null }])
  })
})
