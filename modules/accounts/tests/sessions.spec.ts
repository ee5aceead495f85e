import { setImmediate as turn } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { waitUntil } from '#tests/support/wait_until'
import { newId } from '#modules/kernel/ids'
import { poolStats } from '#modules/kernel/sql'
import type { ListedSession } from '../api.ts'
import { AgeSettings } from '../src/age/adult_access.ts'
import { deviceName } from '../src/domain/device_name.ts'
import { newToken } from '../src/domain/token.ts'
import { SessionStore, SessionTimes } from '../src/sessions/session_store.ts'
import { newEmail, password, visit } from './support.ts'

const onLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const onPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Signs in a user with three browsers. */
const setUp = async () => {
  const { client, another, rows } = await visit()
  await client.register()
  const { id, email } = client.user
  const enter = async (userAgent: string) => {
    const browser = another()
    const headers = { 'user-agent': userAgent }
    await browser.call('/api/login', { method: 'POST', body: { email, password }, headers })
    return browser
  }
  const [linux, phone] = [await enter(onLinux), await enter(onPhone)]
  /** Moves the sign-in back in time. */
  const age = (interval: string) =>
    rows(`UPDATE auth_sessions SET proven_at = now() - $2::interval WHERE user_id = $1`, [id, interval])
  const list = async (of = client) => (await of.get('/api/user/sessions')).body as ListedSession[]
  const isIn = async (of = client) => (await of.get('/api/auth/user')).status === 200
  return { client, linux, phone, another, rows, id, email, age, list, isIn }
}

test.group('The list of sessions', () => {
  test('names browsers and systems, starts with the current session and contains no token', async ({ assert }) => {
    const { client, linux, rows, list } = await setUp()
    const sessions = await list(linux)
    assert.deepEqual(
      sessions.map(({ device, isCurrent }) => [device, isCurrent]),
      [
        ['Firefox on Linux', true],
        ['Safari on iPhone', false],
        [null, false],
      ]
    )
    for (const session of sessions) {
      assert.sameMembers(Object.keys(session), ['id', 'device', 'createdAt', 'lastUsedAt', 'expiresAt', 'isCurrent'])
    }
    const openedAt = await rows('SELECT created_at FROM auth_sessions WHERE user_id = $1', [client.user.id])
    assert.sameMembers(
      sessions.map(({ createdAt }) => createdAt),
      openedAt.map(({ created_at: at }) => at.toISOString())
    )
    const hashes = await rows('SELECT encode(token_hash, $2) AS hash FROM auth_sessions WHERE user_id = $1', [
      client.user.id,
      'hex',
    ])
    const serialized = JSON.stringify(sessions)
    for (const { hash } of hashes) assert.notInclude(serialized, hash)
  })

  test('ends one session or all others, and none of another user', async ({ assert }) => {
    const { client, linux, phone, another, list, isIn } = await setUp()
    const stranger = await another().register()
    const [, ofPhone] = (await list(linux)).map(({ id }) => id)
    for (const id of [ofPhone, 'nothing', '01900000-0000-7000-8000-000000000000']) {
      const refused = await stranger.delete(`/api/user/sessions/${id}`)
      assert.deepEqual([refused.status, refused.body.code], [404, 'no_such_session'])
    }
    assert.isTrue(await isIn(phone))
    assert.equal((await linux.delete(`/api/user/sessions/${ofPhone}`)).status, 200)
    assert.deepEqual([await isIn(phone), await isIn(linux), await isIn(client)], [false, true, true])
    assert.equal((await linux.delete(`/api/user/sessions/${ofPhone}`)).status, 404)
    assert.equal((await linux.delete('/api/user/sessions')).status, 200)
    assert.deepEqual([await isIn(linux), await isIn(client), await isIn(stranger)], [true, false, true])
    assert.lengthOf(await list(linux), 1)
  })

  test('ends a session 90 days after its sign-in, even when in use', async ({ assert }) => {
    const { client, rows, id, isIn } = await setUp()
    const begun = async (ago: string) => {
      await rows(
        `UPDATE auth_sessions SET created_at = now() - $2::interval, touched_at = now() - interval '11 minutes' WHERE user_id = $1`,
        [id, ago]
      )
      await isIn()
      const [{ days }] = await rows(
        `SELECT extract(epoch FROM max(expires_at) FILTER (WHERE touched_at > now() - interval '1 minute') - now()) / 86400 AS days
         FROM auth_sessions WHERE user_id = $1`,
        [id]
      )
      return Number(days)
    }
    assert.closeTo(await begun('59 days'), 30, 0.01)
    assert.closeTo(await begun('85 days'), 5, 0.01)
    assert.isTrue(await isIn(client))
    await begun('91 days')
    assert.isFalse(await isIn(client))
  })

  test('derives readable names from user agents', ({ assert }) => {
    const chrome = (system: string, more = '') =>
      `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36${more}`
    for (const [userAgent, name] of [
      [onLinux, 'Firefox on Linux'],
      [onPhone, 'Safari on iPhone'],
      [chrome('Windows NT 10.0; Win64; x64'), 'Chrome on Windows'],
      [chrome('Linux; Android 10; K'), 'Chrome on Android'],
      [chrome('Windows NT 10.0; Win64; x64', ' Edg/140.0.0.0'), 'Edge on Windows'],
      [chrome('Macintosh; Intel Mac OS X 10_15_7', ' OPR/120.0'), 'Opera on Mac'],
      [chrome('X11; CrOS x86_64 14541.0.0'), 'Chrome on ChromeOS'],
      ['curl/8.5.0', null],
      [undefined, null],
      [`${'x'.repeat(50_000)} Firefox/1 Linux`, null],
      ['<script>alert(1)</script> Firefox/', 'Firefox'],
    ] as const)
      assert.equal(deviceName(userAgent), name, userAgent?.slice(0, 80))
  })
})

test.group('A proof of identity', () => {
  test('is required an hour after the sign-in to change an e-mail, a way to sign in or a first password', async ({
    assert,
  }) => {
    const { client, rows, id, age } = await setUp()
    const email = newEmail()
    const change = (fields: object) => client.put('/api/user/settings', fields)
    assert.equal((await change({ email })).status, 200)
    await age('59 minutes')
    assert.equal((await change({ email: newEmail() })).status, 200)

    await age('61 minutes')
    const refused = await change({ email: newEmail(), firstName: 'Nobody' })
    assert.deepEqual([refused.status, refused.body.code], [403, 'proof_needed'])
    assert.equal((await client.get('/api/auth/user')).body.firstName, 'Robin')
    assert.equal(
      (await change({ firstName: 'Ann', email: (await client.get('/api/auth/user')).body.email })).status,
      200
    )
    // The current password is a proof by itself.
    const own = { currentPassword: password, newPassword: 'another horse' }
    assert.equal((await client.put('/api/user/password', own)).status, 200)

    await rows('UPDATE users SET password_hash = NULL WHERE id = $1', [id])
    for (const currentPassword of [undefined, 'whatever it is']) {
      const first = await client.put('/api/user/password', { currentPassword, newPassword: 'the first horse' })
      assert.deepEqual([first.status, first.body.code], [403, 'proof_needed'])
    }
    await age('1 minute')
    assert.equal((await client.put('/api/user/password', { newPassword: 'the first horse' })).status, 200)
  })

  test('by password counts for an hour and rotates the session’s token', async ({ assert }) => {
    const { client, another, age, list, isIn } = await setUp()
    await age('61 minutes')
    const before = client.cookie
    const [session] = await list()
    const wrong = await client.post('/api/user/proof', { currentPassword: 'wrong password' })
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'wrong_password'])
    for (const body of [{}, { currentPassword: '' }, { currentPassword: 7 }, { currentPassword: 'x'.repeat(201) }])
      assert.equal((await client.post('/api/user/proof', body)).body.errors[0].field, 'currentPassword')
    assert.equal((await client.put('/api/user/settings', { email: newEmail() })).status, 403)
    assert.equal(client.cookie, before)

    assert.equal((await client.post('/api/user/proof', { currentPassword: password })).status, 200)
    assert.notEqual(client.cookie, before)
    assert.equal((await list())[0]!.id, session!.id)
    assert.equal((await client.put('/api/user/settings', { email: newEmail() })).status, 200)
    const thief = Object.assign(another(), { cookie: before })
    assert.isFalse(await isIn(thief))
  })
})

test.group('The session store', () => {
  test('finds the sessions of concurrent requests in one execution, each with its own user', async ({ assert }) => {
    const db = await app.container.make(Database)
    const store = await app.container.make(SessionStore)
    const userIds = Array.from({ length: 10 }, newId)
    await db.table('users').multiInsert(userIds.map((id) => ({ id, email: `${id}@example.test` })))
    const tokens = await Promise.all(userIds.map((userId) => store.open({ userId })))
    const found = Promise.all([tokens[0]!, newToken(), ...tokens].map((token) => store.find(token!)))
    await turn()
    const { used, waiting } = poolStats(db.connection()).statements
    assert.equal(used + waiting, 1)
    assert.deepEqual(
      (await found).map((session) => session?.user.id ?? null),
      [userIds[0], null, ...userIds]
    )
    assert.notProperty((await found)[0]!.user, 'n')
  })

  /** Opens sessions of a new user, and collects those that end from now on. */
  const watched = async (count: number) => {
    const db = await app.container.make(Database)
    const [times, age] = [await app.container.make(SessionTimes), await app.container.make(AgeSettings)]
    const store = new SessionStore(db, times, age)
    const userId = newId()
    await db.table('users').insert({ id: userId, email: `${userId}@example.test` })
    const sessions = await Promise.all(
      Array.from({ length: count }, async () => {
        const token = (await store.open({ userId }))!
        return { token, id: (await store.find(token))!.sessionId }
      })
    )
    const ended: string[] = []
    store.ended.on(async (event) => {
      if (event.userId === userId) ended.push(...event.sessionIds)
    })
    return { db, store, userId, sessions, ended }
  }

  test('tells which sessions end, however they end', async ({ assert }) => {
    const { db, store, userId, sessions, ended } = await watched(5)
    const ids = sessions.map(({ id }) => id)
    const tell = async (end: () => Promise<unknown>) => {
      ended.length = 0
      await end()
      return ended.toSorted()
    }
    assert.sameMembers(await store.openIds(userId), ids)
    assert.deepEqual(await tell(() => store.end(sessions[0]!.token)), [ids[0]!])
    assert.deepEqual(await tell(() => store.end(sessions[0]!.token)), [])
    assert.deepEqual(await tell(() => store.endOne(userId, ids[1]!)), [ids[1]!])
    assert.deepEqual(await tell(() => store.open({ userId, previousToken: sessions[2]!.token })), [ids[2]!])
    await db.rawQuery(`UPDATE auth_sessions SET expires_at = '-infinity' WHERE id = ?::uuid`, [ids[3]!] as never)
    assert.notInclude(await store.openIds(userId), ids[3]!)
    assert.deepEqual(await tell(() => store.open({ userId })), [ids[3]!])
    const rest = await store.openIds(userId)
    const kept = rest.filter((id) => id !== ids[4])
    assert.deepEqual(await tell(() => store.endAll(userId, { except: sessions[4]!.token })), kept.toSorted())
    assert.deepEqual(await tell(() => store.endAll(userId)), [ids[4]!])
  })

  test('ends no session if a listener fails', async ({ assert }) => {
    const { store, userId, sessions } = await watched(1)
    store.ended.on(() => Promise.reject(new Error('no')))
    await assert.rejects(() => store.end(sessions[0]!.token), 'no')
    assert.deepEqual(await store.openIds(userId), [sessions[0]!.id])
  })

  test('keeps a locked session until the transaction ends', async ({ assert }) => {
    const { db, store, userId, sessions, ended } = await watched(1)
    const { id, token } = sessions[0]!
    const trx = await db.transaction()
    assert.isTrue(await store.lock(userId, id, trx))
    const ending = store.end(token)
    await waitUntil('the session waits', async () => {
      const { rows } = await db.rawQuery(
        `SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted
           AND a.datname = current_database() AND a.query LIKE '%DELETE FROM auth_sessions WHERE token_hash%'`
      )
      return rows.length > 0
    })
    assert.deepEqual(ended, [])
    await trx.commit()
    await ending
    assert.deepEqual(ended, [id])
    await db.transaction(async (later) => assert.isFalse(await store.lock(userId, id, later)))
  })
})
