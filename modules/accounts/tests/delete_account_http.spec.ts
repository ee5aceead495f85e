import { test } from '@japa/runner'
import { startServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { cookieLine, password, visit } from './support.ts'

const setUp = async () => {
  const visited = await visit()
  const { client } = visited
  await client.register()
  const remove = (body?: unknown, by = client) => by.call('/api/user', { method: 'DELETE', body })
  const isIn = async (who = client) => (await who.get('/api/auth/user')).status === 200
  return { ...visited, email: client.user.email as string, id: client.user.id as string, remove, isIn }
}

test.group('DELETE /api/user', () => {
  test('ends every session, frees the e-mail and works once', async ({ assert }) => {
    const { client, another, email, remove, isIn } = await setUp()
    const elsewhere = another()
    await elsewhere.post('/api/login', { email, password })
    const { cookie } = client
    const deleted = await remove({ currentPassword: password })
    assert.equal(deleted.status, 200)
    assert.isString(deleted.body.message)
    assert.match(cookieLine(deleted.headers)!, /^facet_session=;/)
    client.cookie = cookie
    assert.deepEqual([await isIn(), await isIn(elsewhere)], [false, false])
    assert.equal((await remove({ currentPassword: password })).status, 401)
    assert.equal((await another().post('/api/login', { email, password })).status, 401)
    await another().register({ email })
  })

  let kept: ReturnType<typeof setUp> | null = null
  for (const [what, body, message] of [
    ['no password', {}, 'Please enter your current password.'],
    ['no body', undefined, 'Please enter your current password.'],
    ['an empty one', { currentPassword: '' }, 'Please enter your current password.'],
    ['one that is not text', { currentPassword: { $ne: '' } }, 'The current password must be text.'],
    ['a wrong one', { currentPassword: 'wrong horse' }, 'The current password is wrong.'],
  ] as const)
    test(`returns 422 for ${what}`, async ({ assert }) => {
      const { remove, isIn } = await (kept ??= setUp())
      const refused = await remove(body)
      assert.equal(refused.status, 422)
      assert.equal(refused.body.message, message)
      assert.equal(refused.body.errors[0].field, 'currentPassword')
      assert.isTrue(await isIn())
    })

  test('requires a recent sign-in when there is no password', async ({ assert }) => {
    const { id, remove, isIn, rows } = await setUp()
    await rows('UPDATE users SET password_hash = NULL WHERE id = $1', [id])
    await rows(`UPDATE auth_sessions SET proven_at = now() - interval '11 minutes' WHERE user_id = $1`, [id])
    for (const body of [{}, { currentPassword: password }]) {
      const refused = await remove(body)
      assert.deepEqual([refused.status, refused.body.code], [403, 'sign_in_again'])
    }
    assert.isTrue(await isIn())
    await rows(`UPDATE auth_sessions SET proven_at = now() - interval '9 minutes' WHERE user_id = $1`, [id])
    assert.equal((await remove({})).status, 200)
    assert.isFalse(await isIn())
  })

  test('refuses the last admin, also when two delete their accounts at once', async ({ assert }) => {
    const { client, another, id, remove, rows } = await setUp()
    const others = await rows(`UPDATE users SET role = 'member' WHERE role IN ('admin', 'owner') RETURNING id`)
    try {
      const second = await another().register()
      const disabled = await another().register()
      await rows(`UPDATE users SET role = 'admin' WHERE id = ANY ($1)`, [[id, second.user.id, disabled.user.id]])
      await rows('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.user.id])
      const gone = await Promise.all([client, second].map((admin) => remove({ currentPassword: password }, admin)))
      assert.sameMembers(
        gone.map(({ status }) => status),
        [200, 409]
      )
      assert.equal(gone.find(({ status }) => status === 409)!.body.code, 'last_admin')
      const left = gone[0]!.status === 200 ? second : client
      assert.equal((await remove({ currentPassword: password }, left)).status, 409)
      assert.equal((await left.get('/api/auth/user')).body.isAdmin, true)
      await rows(`UPDATE users SET role = 'member' WHERE role IN ('admin', 'owner')`)
    } finally {
      await rows(`UPDATE users SET role = 'admin' WHERE id = ANY ($1)`, [others.map(({ id }) => id)])
    }
  })

  test('counts wrong passwords as failed sign-ins and limits exports to five an hour', async ({ assert }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    const { client, another } = await visit(server)
    await client.register()
    const { email } = client.user
    const exports = await Promise.all(Array.from({ length: 6 }, () => client.get('/api/user/export')))
    assert.sameMembers(
      exports.map(({ status }) => status),
      [200, 200, 200, 200, 200, 429]
    )
    const remove = (currentPassword: string) =>
      client.call('/api/user', { method: 'DELETE', body: { currentPassword } })
    for (let guess = 0; guess < 5; guess++)
      assert.equal((await another().post('/api/login', { email, password: 'wrong horse' })).status, 401)
    const guesses = await Promise.all(Array.from({ length: 6 }, (_, index) => remove(`guess number ${index}`)))
    assert.sameMembers(
      guesses.map(({ status }) => status),
      [422, 422, 422, 422, 422, 429]
    )
    const right = await remove(password)
    assert.equal(right.status, 429)
    assert.isAtLeast(Number(right.headers['retry-after']), 60)
    assert.equal((await client.get('/api/auth/user')).status, 200)
    await server.stop()
  }).tags(longRun)
})

test.group('A disabled account', () => {
  test('is refused by every call and at sign-in until it is enabled again', async ({ assert }) => {
    const { client, another, email, id, isIn, rows } = await setUp()
    await rows('UPDATE users SET disabled_at = now() WHERE id = $1', [id])
    assert.isFalse(await isIn())
    for (const call of [
      client.get('/api/chats'),
      client.get('/api/user/export'),
      client.call('/api/user', { method: 'DELETE', body: { currentPassword: password } }),
    ])
      assert.equal((await call).status, 401)
    const entering = await another().post('/api/login', { email, password })
    assert.deepEqual([entering.status, entering.body.code], [401, 'account_disabled'])
    await rows('UPDATE users SET disabled_at = NULL WHERE id = $1', [id])
    const visitor = another()
    assert.equal((await visitor.post('/api/login', { email, password })).status, 200)
    assert.isTrue(await isIn(visitor))
  })
})
