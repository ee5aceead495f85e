import { once } from 'node:events'
import { Encryption } from '@adonisjs/core/encryption'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { connect } from '#tests/support/databases'
import { sharedServer, startServer } from '#tests/support/server'
import signInConfig from '#config/sign_in'
import GateMiddleware from '#server/middleware/gate_middleware'
import { Accounts } from '../index.ts'
import { AgeSettings } from '../src/age/adult_access.ts'
import { UserQuery } from '../src/queries/user_query.ts'
import { decryptSecret, encryptSecret } from '../src/second_factor/encrypted_secret.ts'
import { codeOf, turnOn, wrongCodeOf } from './second_factor_support.ts'
import { cookieLine, form, password, visit } from './support.ts'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'

/** Registers a user with a second factor. `client` stays signed in. */
const setUp = async (server?: Parameters<typeof visit>[0]) => {
  const { client, another, rows } = await visit(server)
  await client.register()
  const { email, id } = client.user
  const factor = await turnOn(client)
  // Resets the last step, so the current code works again.
  await rows('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [id])
  const enter = (fields: object = {}) => another().post('/api/login', { email, password, ...fields })
  const isIn = async (visitor = client) => (await visitor.get('/api/auth/user')).status === 200
  return { client, another, rows, email, id, factor, enter, isIn }
}

test.group('Turning on two-step sign-in', () => {
  test('requires a code everywhere, once the first code confirmed the secret', async ({ assert }) => {
    const { client, another, rows } = await visit()
    await client.register()
    const elsewhere = another()
    const enter = () => elsewhere.post('/api/login', { email: client.user.email, password })
    await enter()
    const state = async () => (await client.get('/api/user/settings')).body.secondFactor

    const first = (await client.post('/api/user/second-factor')).body
    const begun = await client.post('/api/user/second-factor')
    assert.equal(begun.headers['cache-control'], 'no-store')
    const { secret, uri } = begun.body
    assert.notEqual(first.secret, secret)
    assert.include(uri, `secret=${secret}`)
    for (const code of [wrongCodeOf(secret), wrongCodeOf(secret, [codeOf(first.secret)])]) {
      const wrong = await client.post('/api/user/second-factor/confirm', { code })
      assert.deepEqual([wrong.status, wrong.body.code, wrong.body.errors[0].field], [422, 'wrong_code', 'code'])
    }
    assert.equal((await enter()).status, 200)
    assert.isNull(await state())

    const confirmed = await client.post('/api/user/second-factor/confirm', { code: ` ${codeOf(secret)} ` })
    assert.equal(confirmed.status, 200)
    assert.equal(confirmed.headers['cache-control'], 'no-store')
    assert.lengthOf(confirmed.body.recoveryCodes, 10)
    const [{ second_factor_since: since }] = await rows('SELECT second_factor_since FROM users WHERE id = $1', [
      client.user.id,
    ])
    assert.deepEqual(await state(), { since: since.toISOString(), recoveryCodesLeft: 10 })
    // Sessions without a second factor end, except the current one.
    assert.equal((await elsewhere.get('/api/auth/user')).status, 401)
    assert.equal((await client.get('/api/auth/user')).status, 200)
    for (const again of ['/api/user/second-factor', '/api/user/second-factor/confirm'])
      assert.equal((await client.post(again, { code: codeOf(secret) })).body.code, 'second_factor_on')

    const refused = await enter()
    assert.deepEqual([refused.status, refused.body.code], [401, 'second_factor_needed'])
    assert.isNull(cookieLine(refused.headers))
    assert.equal(
      (await another().post('/api/login', { email: client.user.email, password: 'wrong horse' })).body.code,
      'invalid_credentials'
    )

    const stored = await rows(
      `SELECT (SELECT row_to_json(f) FROM second_factors f WHERE user_id = $1)::text || json_agg(c)::text AS ALL FROM recovery_codes c WHERE user_id = $1`,
      [client.user.id]
    )
    assert.notInclude(stored[0].all, secret)
    for (const code of confirmed.body.recoveryCodes) assert.notInclude(stored[0].all, code.replaceAll('-', '').slice(2))
    const file = await client.get('/api/user/export')
    assert.equal(file.body.account.secondFactorSince.slice(0, 19), (await state()).since.slice(0, 19))
    assert.notInclude(file.text, secret)
  })

  test('requires a proof within the hour, a secret within half an hour and a code', async ({ assert }) => {
    const { client, rows } = await visit()
    await client.register()
    const confirm = (body: object) => client.post('/api/user/second-factor/confirm', body)
    assert.deepEqual((await confirm({ code: '123456' })).body.code, 'not_begun')
    const { secret } = (await client.post('/api/user/second-factor')).body
    for (const body of [{}, { code: '' }, { code: 123456 }, { code: ['123456'] }, { code: '1'.repeat(41) }])
      assert.equal((await confirm(body)).status, 422)
    await rows(`UPDATE second_factors SET begun_at = now() - interval '31 minutes' WHERE user_id = $1`, [
      client.user.id,
    ])
    assert.deepEqual((await confirm({ code: codeOf(secret) })).body.code, 'not_begun')

    await rows(`UPDATE auth_sessions SET proven_at = now() - interval '61 minutes' WHERE user_id = $1`, [
      client.user.id,
    ])
    const unproven = await client.post('/api/user/second-factor')
    assert.deepEqual([unproven.status, unproven.body.code], [403, 'proof_needed'])
  })

  test('refuses a concurrent sign-in without a code', async ({ assert }) => {
    const server = await sharedServer()
    const { client, another, rows } = await visit(server)
    await client.register()
    const db = await connect(server.databaseUrl)
    await db.query('BEGIN')
    await db.query('UPDATE users SET second_factor_since = now() WHERE id = $1', [client.user.id])
    const entering = another().post('/api/login', { email: client.user.email, password })
    const waits = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
                   WHERE NOT l.granted AND a.datname = current_database() AND a.query LIKE '%INSERT INTO auth_sessions%'`
    await waitUntil('the sign-in waits', async () => (await rows(waits)).length > 0)
    await db.query('COMMIT')
    db.end()
    await once(db, 'end')
    const refused = await entering
    assert.equal(refused.status, 401)
    assert.isNull(cookieLine(refused.headers))
  })
})

test.group('Sign-in with a second factor', () => {
  test('accepts each code of the app once, and no older one', async ({ assert }) => {
    const { factor, enter } = await setUp()
    const now = codeOf(factor.secret)
    const both = await Promise.all([enter({ code: now }), enter({ code: now })])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    assert.isNotNull(cookieLine(both.find(({ status }) => status === 200)!.headers))
    const later = codeOf(factor.secret, 1)
    assert.equal((await enter({ code: later })).status, 200)
    for (const code of [now, later, wrongCodeOf(factor.secret), 'abcd-efgh-jkmn', '1']) {
      const refused = await enter({ code })
      assert.deepEqual([refused.status, refused.body.code], [401, 'wrong_code'], code)
    }
    assert.equal(
      (await enter({ code: codeOf(factor.secret, 1), password: 'wrong horse' })).body.code,
      'invalid_credentials'
    )
  })

  test('accepts each recovery code once, in any format, for its user only', async ({ assert }) => {
    const { client, factor, enter } = await setUp()
    const other = await setUp()
    const [first, second] = factor.recoveryCodes as [string, string]
    for (const code of [other.factor.recoveryCodes[0]!, wrongCodeOf(factor.secret, [codeOf(other.factor.secret)])])
      assert.equal((await enter({ code })).body.code, 'wrong_code')
    const both = await Promise.all([enter({ code: first }), enter({ code: first })])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    assert.equal((await enter({ code: second.toUpperCase().replaceAll('-', ' ') })).status, 200)
    assert.equal((await client.get('/api/user/settings')).body.secondFactor.recoveryCodesLeft, 8)
  })

  test('has two pages, with no session before the second and nothing of the first on it', async ({ assert }) => {
    const { another, rows, email, factor, isIn } = await setUp()
    const browser = another()
    const cookies = new Map<string, string>()
    const go = async (path: string, options: Parameters<typeof browser.call>[1] = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await browser.call(path, { ...options, headers: { ...options.headers, cookie } })
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [name, value] = line.split(';')[0]!.split('=') as [string, string]
        if (value === '' || /Max-Age=(0|-1);|1970/.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    }
    const send = (fields: Record<string, string>, path = '/api/login/second-step') => go(path, form(fields))

    assert.equal((await go('/api/login/second-step')).headers.location, '/api/login')
    const lost = await send({ code: codeOf(factor.secret) })
    assert.equal(lost.status, 422)
    assert.include(lost.text, 'Please sign in again.')

    const first = await send({ email, password, next: '/shop' }, '/api/login')
    assert.deepEqual([first.status, first.headers.location], [303, '/api/login/second-step'])
    const line = first.headers['set-cookie']!.find((cookie) => cookie.startsWith('facet_second_step='))!
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Max-Age=600']) assert.include(line, flag)
    assert.isFalse(cookies.has('facet_session'))
    const page = await go('/api/login/second-step')
    assert.equal(page.status, 200)
    for (const secret of [email, password]) assert.notInclude(page.text, secret)
    assert.include(page.text, 'autocomplete="one-time-code"')

    // The second step's token is not a session token.
    const impostor = another()
    impostor.cookie = `facet_session=${cookies.get('facet_second_step')}`
    assert.isFalse(await isIn(impostor))
    const wrong = await send({ code: wrongCodeOf(factor.secret) })
    assert.equal(wrong.status, 422)
    assert.include(wrong.text, 'That code is wrong, or was used before.')
    assert.isFalse(cookies.has('facet_session'))

    const token = cookies.get('facet_second_step')!
    const done = await send({ code: codeOf(factor.secret) })
    assert.deepEqual([done.status, done.headers.location], [303, '/shop'])
    assert.isTrue(cookies.has('facet_session'))
    assert.isFalse(cookies.has('facet_second_step'))
    cookies.set('facet_second_step', token)
    assert.equal((await send({ code: factor.recoveryCodes[0]! })).status, 422)

    // The second step expires, or the password changes.
    for (const change of [
      `UPDATE second_steps SET expires_at = now()`,
      `UPDATE users SET password_hash = 'another' WHERE lower(email) = lower('${email}')`,
    ]) {
      cookies.clear()
      assert.equal((await send({ email, password }, '/api/login')).status, 303)
      await rows(change)
      assert.equal((await send({ code: factor.recoveryCodes[1]! })).status, 422)
      assert.isFalse(cookies.has('facet_session'))
    }
  })
})

test.group('Guesses at a code', () => {
  test('count as failed sign-ins, also under concurrency, and a right password resets none', async ({ assert }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    try {
      const { another, rows, email, factor, enter } = await setUp(server)
      // The signed-in browser is a known device with its own limit. These calls come from other browsers.
      assert.equal((await enter({ password: 'wrong horse' })).status, 401)
      const step = await another().call('/api/login', form({ email, password }))
      const cookie = step.headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ')
      const wrong = wrongCodeOf(factor.secret)
      const second = () =>
        another().call('/api/login/second-step', { method: 'POST', body: { code: wrong }, headers: { cookie } })
      const statuses: number[] = []
      for (let first = 0; first < 1_000; first += 50) {
        const sent = Array.from({ length: 50 }, (_, index) => (index % 2 ? second() : enter({ code: wrong })))
        statuses.push(...(await Promise.all(sent)).map(({ status }) => status))
      }
      const refused = statuses.filter((status) => status === 429).length
      assert.equal(refused, 1_000 - 9)
      assert.equal((await enter({ code: codeOf(factor.secret) })).status, 429)

      // Resets the limit, as 15 minutes would. Each right password uncounts its own attempt only.
      const reset = () => rows(`DELETE FROM rate_limits WHERE key LIKE '%sign_in:%'`)
      await reset()
      for (let round = 0; round < 10; round++) {
        assert.equal((await enter()).body.code, 'second_factor_needed')
        assert.equal((await enter({ code: wrong })).body.code, 'wrong_code')
      }
      assert.equal((await enter()).status, 429)

      // 20 wrong codes a day are the limit, regardless of the other counts.
      await reset()
      assert.equal((await enter({ code: wrong })).body.code, 'wrong_code')
      const late = await enter({ code: codeOf(factor.secret) })
      assert.deepEqual([late.status, late.body.code], [429, 'too_many_requests'])
      assert.match(late.body.message, /again in 24 hours\.$/)
    } finally {
      await server.kill('SIGKILL')
    }
  })
    .timeout(600_000)
    .tags(longRun)
})

test.group('Turning off two-step sign-in', () => {
  test('requires a proof and a code, and then the password is enough', async ({ assert }) => {
    const { client, another, rows, id, email, factor, enter, isIn } = await setUp()
    const off = (code: string) => client.call('/api/user/second-factor', { method: 'DELETE', body: { code } })
    const elsewhere = another()
    await elsewhere.post('/api/login', { email, password, code: factor.recoveryCodes[0] })
    assert.deepEqual((await off(wrongCodeOf(factor.secret))).body.code, 'wrong_code')
    assert.deepEqual((await off(factor.recoveryCodes[0]!)).body.code, 'wrong_code')
    await rows(`UPDATE auth_sessions SET proven_at = now() - interval '61 minutes' WHERE user_id = $1`, [id])
    assert.deepEqual((await off(codeOf(factor.secret))).body.code, 'proof_needed')
    await client.post('/api/user/proof', { currentPassword: password })

    assert.equal((await off(codeOf(factor.secret))).status, 200)
    assert.deepEqual([await isIn(), await isIn(elsewhere)], [true, false])
    assert.isNull((await client.get('/api/user/settings')).body.secondFactor)
    assert.equal((await enter()).status, 200)
    assert.deepEqual((await off(codeOf(factor.secret, 1))).body.code, 'second_factor_off')
    assert.deepEqual(await rows('SELECT 1 FROM recovery_codes WHERE user_id = $1', [id]), [])
  })

  test('is not needed to renew recovery codes, which invalidates the old ones', async ({ assert }) => {
    const { client, factor, enter } = await setUp()
    const renew = (code: string) => client.post('/api/user/second-factor/recovery-codes', { code })
    assert.equal((await renew(wrongCodeOf(factor.secret))).status, 422)
    const renewed = await renew(codeOf(factor.secret))
    assert.equal(renewed.status, 200)
    assert.lengthOf(renewed.body.recoveryCodes, 10)
    assert.equal((await enter({ code: factor.recoveryCodes[0] })).body.code, 'wrong_code')
    assert.equal((await enter({ code: renewed.body.recoveryCodes[0] })).status, 200)
  })

  test('is possible for the operator, and ends all sessions', async ({ assert }) => {
    const accounts = await app.container.make(Accounts)
    const db = await app.container.make(Database)
    const opened = await accounts.open({ email: `lost-${process.pid}@example.test`, password })
    if (!opened.ok) throw new Error('no account')
    const { userId } = opened.value
    const remove = () => accounts.removeSecondFactor(`LOST-${process.pid}@example.test`)
    assert.deepEqual(await remove(), { ok: false, failure: { kind: 'no_second_factor' } })
    await db.rawQuery('UPDATE users SET second_factor_since = now() WHERE id = ?::uuid', [userId])
    await db.rawQuery(
      `INSERT INTO auth_sessions (token_hash, user_id, expires_at) VALUES (sha256(?::bytea), ?::uuid, now() + interval '1 day')`,
      [userId, userId]
    )
    assert.deepEqual(await remove(), { ok: true, value: { userId } })
    const { rows } = await db.rawQuery('SELECT FROM auth_sessions WHERE user_id = ?::uuid', [userId])
    assert.lengthOf(rows, 0)
    assert.deepEqual((await accounts.removeSecondFactor('nobody@example.test')).ok, false)
  })
})

test.group('A secret in the table', () => {
  test('can’t be decrypted in another user’s row', async ({ assert }) => {
    const encryption = await app.container.make(Encryption)
    const sealed = encryptSecret(encryption, 'one', 'SECRET')
    assert.equal(decryptSecret(encryption, 'one', sealed), 'SECRET')
    assert.isNull(decryptSecret(encryption, 'another', sealed))
  })
})

test.group('Admins', (group) => {
  const config = signInConfig as { adminsNeedSecondFactor: boolean }
  group.each.setup(() => () => {
    config.adminsNeedSecondFactor = false
  })

  test('without a required second factor can use everything except admin calls', async ({ assert }) => {
    const gate = new GateMiddleware()
    const ask = async (pattern: string, hasSecondFactor: boolean) => {
      let status = 200
      const user = { role: 'admin', hasSecondFactor }
      const response = { status: (code: number) => ((status = code), response), json: (body: object) => body }
      const ctx = {
        route: { pattern },
        request: { method: () => 'GET' },
        auth: { check: async () => true, getUserOrFail: () => user },
        response,
      }
      const body = (await gate.handle(ctx as never, async () => ({ code: 'through' }))) as unknown as { code: string }
      return [status, body.code]
    }
    const through = [200, 'through']
    assert.deepEqual(await ask('/api/admin/users', false), through)
    config.adminsNeedSecondFactor = true
    assert.deepEqual(await ask('/api/admin/users', false), [403, 'second_factor_required'])
    assert.deepEqual(await ask('/api/admin/users', true), through)
    assert.deepEqual(await ask('/api/user/sessions', false), through)
  })

  test('learn about it, and other users don’t', async ({ assert }) => {
    const accounts = await app.container.make(Accounts)
    const db = await app.container.make(Database)
    const email = `told-${process.pid}@example.test`
    const opened = await accounts.open({ email, password })
    if (!opened.ok) throw new Error('no account')
    const { userId } = opened.value
    const wanted = async (adminsNeedSecondFactor = false) => {
      const real = await app.container.make(UserQuery)
      const none = { read: async () => ({ rubies: 0, rubyDebt: 0, discordJoined: false }), count: async () => 0 }
      const query = adminsNeedSecondFactor
        ? new UserQuery(
            db,
            none as never,
            none as never,
            none as never,
            { adminsNeedSecondFactor } as never,
            { discordInvite: null },
            await app.container.make(AgeSettings)
          )
        : real
      return (await query.run(userId)).secondFactorWanted
    }
    assert.isUndefined(await wanted(true))
    await db.transaction((trx) => accounts.setRole(userId, 'support', trx))
    assert.deepEqual([await wanted(), await wanted(true)], ['suggested', 'required'])
    await db.rawQuery('UPDATE users SET second_factor_since = now() WHERE id = ?::uuid', [userId])
    assert.isUndefined(await wanted(true))
  })
})
