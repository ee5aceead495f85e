import { once } from 'node:events'
import { test } from '@japa/runner'
import type { Client } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { sharedServer, startServer, type RunningServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { cookieLine, password, visit } from './support.ts'

const next = 'another horse'

const setUp = async (server?: RunningServer) => {
  const visited = await visit(server)
  const { client, another } = visited
  await client.register()
  const { email } = client.user
  const change = (currentPassword: unknown, newPassword: unknown, by: Client = client) =>
    by.put('/api/user/password', { currentPassword, newPassword })
  const enter = async (withPassword: string) => {
    const visitor = another()
    return { visitor, status: (await visitor.post('/api/login', { email, password: withPassword })).status }
  }
  const isIn = async (who: Client) => (await who.get('/api/auth/user')).status === 200
  return { ...visited, email, change, enter, isIn }
}

test.group('A changed password', () => {
  test('signs in from now on, and ends every other session but not this one', async ({ assert }) => {
    const { client, change, enter, isIn } = await setUp()
    const others = await Promise.all([enter(password), enter(password)])
    const changed = await change(password, next)
    assert.equal(changed.status, 200)
    assert.isString(changed.body.message)
    assert.isNull(cookieLine(changed.headers))
    assert.isTrue(await isIn(client))
    for (const { visitor } of others) assert.isFalse(await isIn(visitor))
    assert.equal((await enter(password)).status, 401)
    assert.equal((await enter(next)).status, 200)
  })

  test('requires the current one', async ({ assert }) => {
    const { client, change, enter, isIn } = await setUp()
    const elsewhere = await enter(password)
    const refused = await change('wrong password', next)
    assert.equal(refused.status, 422)
    assert.deepInclude(refused.body, { message: 'The current password is wrong.', code: 'wrong_password' })
    assert.equal(refused.body.errors[0].field, 'currentPassword')
    assert.deepEqual([await isIn(client), await isIn(elsewhere.visitor)], [true, true])
    assert.equal((await enter(next)).status, 401)
  })

  for (const [what, current, wanted, field, message] of [
    ['a new one of 7 characters', password, '1234567', 'newPassword', 'Password must be at least 8 characters long'],
    [
      '7 gems, which are 14 units',
      password,
      '💎'.repeat(7),
      'newPassword',
      'Password must be at least 8 characters long',
    ],
    ['a new one of 201', password, 'x'.repeat(201), 'newPassword', 'Password must be at most 200 characters long'],
    ['no new one', password, undefined, 'newPassword', 'Password must be at least 8 characters long'],
    ['a new one that is not text', password, 12345678, 'newPassword', 'The new password must be text.'],
    ['no current one', undefined, next, 'currentPassword', 'Please enter your current password.'],
    ['an empty current one', '', next, 'currentPassword', 'Please enter your current password.'],
    ['a current one that is not text', { $ne: '' }, next, 'currentPassword', 'The current password must be text.'],
  ] as const)
    test(`returns 422 for ${what}`, async ({ assert }) => {
      const { change, enter } = await setUp()
      const refused = await change(current, wanted)
      assert.equal(refused.status, 422)
      assert.deepInclude(refused.body, { message, code: 'invalid' })
      assert.equal(refused.body.errors[0].field, field)
      assert.equal((await enter(password)).status, 200)
    })

  test('keeps spaces', async ({ assert }) => {
    const { change, enter } = await setUp()
    assert.equal((await change(password, '  eight  ')).status, 200)
    assert.equal((await enter('eight')).status, 401)
    assert.equal((await enter('  eight  ')).status, 200)
  })

  test('requires a session and is the user’s own', async ({ assert }) => {
    const { client, another, change, enter } = await setUp()
    assert.equal((await change(password, next, another())).status, 401)
    const other = await another().register()
    await other.put('/api/user/password', {
      currentPassword: password,
      newPassword: next,
      userId: client.user.id,
      email: client.user.email,
    })
    assert.equal((await enter(password)).status, 200)
  })

  test('is set by one of two concurrent requests, which ends the other’s session', async ({ assert }) => {
    const { client, change, enter, isIn } = await setUp()
    const { visitor } = await enter(password)
    const [first, second] = await Promise.all([
      change(password, 'the first of them', client),
      change(password, 'the second of them', visitor),
    ])
    // The loser's session may have ended before its request, otherwise its password was wrong by then.
    assert.lengthOf(
      [first, second].filter(({ status }) => status === 200),
      1
    )
    const won = first.status === 200
    assert.include([401, 422], (won ? second : first).status)
    assert.deepEqual([await isIn(client), await isIn(visitor)], [won, !won])
    assert.equal((await enter('the first of them')).status, won ? 200 : 401)
    assert.equal((await enter('the second of them')).status, won ? 401 : 200)
  })

  test('refuses a concurrent sign-in with the old one', async ({ assert }) => {
    const server = await sharedServer()
    const { client, email, another, rows, isIn } = await setUp(server)
    // Changes the password by hand and holds the transaction open, so the user's row is locked.
    const db = await connect(server.databaseUrl)
    await db.query('BEGIN')
    await db.query(`UPDATE users SET password_hash = 'another' WHERE id = $1`, [client.user.id])
    await db.query('DELETE FROM auth_sessions WHERE user_id = $1', [client.user.id])
    const visitor = another()
    const entering = visitor.post('/api/login', { email, password })
    // The sign-in has verified the password, and now waits for the row.
    const waits = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
                   WHERE NOT l.granted AND a.datname = current_database() AND a.query LIKE '%INSERT INTO auth_sessions%'`
    await waitUntil('the sign-in waits', async () => (await rows(waits)).length > 0)
    await db.query('COMMIT')
    db.end()
    await once(db, 'end')
    assert.equal((await entering).status, 401)
    assert.isFalse(await isIn(visitor))
  })

  test('is limited to ten wrong guesses, shared with sign-in', async ({ assert }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    const { client, another, email, change } = await setUp(server)
    for (let attempt = 0; attempt < 5; attempt++)
      assert.equal((await another().post('/api/login', { email, password: 'wrong password' })).status, 401)
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => change(`guess number ${index}`, next)))
    const of = (status: number) => guesses.filter((guess) => guess.status === status).length
    assert.deepEqual([of(422), of(429)], [5, 7])
    const right = await change(password, next)
    assert.equal(right.status, 429)
    assert.equal(right.body.code, 'too_many_requests')
    assert.isAtLeast(Number(right.headers['retry-after']), 60)
    assert.equal((await client.get('/api/auth/user')).status, 200)

    const other = await setUp(server)
    for (let attempt = 0; attempt < 9; attempt++) await other.change('wrong password', next)
    assert.equal((await other.change(password, next)).status, 200)
    assert.equal((await other.change(password, next)).status, 422)
    await server.stop()
  }).tags(longRun)
})

test.group('Sign-out everywhere', () => {
  test('ends every session of the user, including this one, and none of others', async ({ assert }) => {
    const { client, another, enter, isIn } = await setUp()
    const stranger = await another().register()
    const others = await Promise.all([enter(password), enter(password)])
    const { cookie } = client
    const left = await client.post('/api/user/sign-out-everywhere')
    assert.equal(left.status, 200)
    assert.isString(left.body.message)
    assert.match(cookieLine(left.headers)!, /^facet_session=;/)
    client.cookie = cookie
    assert.isFalse(await isIn(client))
    for (const { visitor } of others) assert.isFalse(await isIn(visitor))
    assert.isTrue(await isIn(stranger))
    assert.equal((await enter(password)).status, 200)
    assert.equal((await client.post('/api/user/sign-out-everywhere')).status, 401)
  })
})
