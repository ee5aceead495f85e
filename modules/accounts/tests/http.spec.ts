import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { welcomeRubies } from '#config/economy'
import { startServer } from '#tests/support/server'
import type { User } from '../api.ts'
import { cookieLine, form, newEmail, password, visit } from './support.ts'

const aDayMs = 86_400_000

test.group('Creating an account over HTTP', () => {
  test('answers 201 with the user, signed in, with the welcome rubies', async ({ assert }) => {
    const { client } = await visit()
    const email = newEmail()
    const made = await client.post('/api/register', { email, password, firstName: ' Robin ' })
    assert.equal(made.status, 201)
    const user = made.body as User
    assert.match(user.id, /^[0-9a-f-]{36}$/)
    assert.closeTo(Date.parse(user.createdAt), Date.now(), 60_000)
    const { id: _id, createdAt: _createdAt, ...rest } = user
    assert.deepEqual(rest, {
      username: null,
      firstName: 'Robin',
      lastName: null,
      email,
      profileImageUrl: null,
      rubies: welcomeRubies,
      rubyDebt: 0,
      limitlessEnabled: false,
      discordJoined: false,
      isAdmin: false,
      personaName: null,
      personaDescription: null,
      personaAvatar: null,
      personaPersonality: null,
      personaBackground: null,
      stats: { messagesWritten: 0, charactersCreated: 0 },
    })
    assert.deepEqual((await client.get('/api/auth/user')).body, user)
  })

  test('has no ear for rights, rubies or ids in the body', async ({ assert }) => {
    const { client } = await visit()
    const wanted = '01900000-0000-7000-8000-000000000000'
    const extra = {
      isAdmin: true,
      is_admin: true,
      rubies: 1_000_000,
      balance: 1_000_000,
      id: wanted,
      limitlessEnabled: true,
      disabledAt: null,
    }
    const { body } = await client.post('/api/register', { email: newEmail(), password, ...extra })
    assert.deepInclude(body, { isAdmin: false, rubies: welcomeRubies, limitlessEnabled: false })
    assert.notEqual(body.id, wanted)
  })

  for (const [what, fields, message] of [
    ['no e-mail', { email: undefined }, 'Please give an e-mail address.'],
    ['an e-mail that is none', { email: 'nobody' }, 'That is not an e-mail address.'],
    ['an e-mail that is no text', { email: { $gt: '' } }, 'The e-mail address must be a text.'],
    ['no password', { password: undefined }, 'Please give a password.'],
    ['a password of 7 characters', { password: '1234567' }, 'Password must be at least 8 characters long'],
    ['a password of 201 characters', { password: 'x'.repeat(201) }, 'Password must be at most 200 characters long'],
    ['a first name that is no text', { firstName: 7 }, 'The first name must be a text.'],
  ] as const)
    test(`answers 422 for ${what}, and says so`, async ({ assert }) => {
      const { client } = await visit()
      const refused = await client.post('/api/register', { email: newEmail(), password, ...fields })
      assert.equal(refused.status, 422)
      assert.deepInclude(refused.body, { message, code: 'invalid' })
      assert.deepInclude(refused.body.errors[0], { field: Object.keys(fields)[0], message })
      assert.isNull(cookieLine(refused.headers))
    })

  test('answers 409 for an e-mail that is taken in any case of letters', async ({ assert }) => {
    const { client, another } = await visit()
    const email = newEmail()
    await client.post('/api/register', { email, password })
    const refused = await another().post('/api/register', { email: email.toUpperCase(), password: 'another password' })
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'email_taken')
    assert.isNull(cookieLine(refused.headers))
  })
})

test.group('Signing in over HTTP', () => {
  test('answers 200 with the user and a cookie that scripts and other sites do not get', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const visitor = another()
    const entered = await visitor.post('/api/login', { email: client.user.email, password })
    assert.equal(entered.status, 200)
    assert.deepEqual(entered.body, client.user)
    const line = cookieLine(entered.headers)!
    assert.match(line, /^facet_session=[A-Za-z0-9_-]{43};/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${30 * 24 * 3600}`]) assert.include(line, flag)
    assert.notInclude(line, 'Secure')
  })

  test('says the same to a wrong password as to an unknown e-mail', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const wrong = await another().post('/api/login', { email: client.user.email, password: 'wrong password' })
    const unknown = await another().post('/api/login', { email: newEmail(), password })
    assert.equal(wrong.status, 401)
    assert.deepEqual(wrong.body, { message: 'The e-mail or the password is wrong.', code: 'invalid_credentials' })
    assert.deepEqual([unknown.status, unknown.body], [wrong.status, wrong.body])
    assert.isNull(cookieLine(wrong.headers))
  })

  test('answers 422 for a body that says nothing, and 401 for the user without a session', async ({ assert }) => {
    const { client } = await visit()
    for (const body of [{}, { email: '', password: '' }, [], 'text', null, 7])
      assert.equal((await client.post('/api/login', body)).status, 422)
    const user = await client.get('/api/auth/user')
    assert.equal(user.status, 401)
    assert.deepEqual(Object.keys(user.body).sort(), ['code', 'message'])
  })

  test('keeps the token as a hash, under a new one at every sign-in, and ends the one before of that browser', async ({
    assert,
  }) => {
    const { client, another, rows } = await visit()
    await client.register()
    const first = client.cookie
    const elsewhere = another()
    await elsewhere.post('/api/login', { email: client.user.email, password })
    await client.post('/api/login', { email: client.user.email, password })
    assert.notEqual(client.cookie, first)
    assert.equal((await client.get('/api/auth/user')).status, 200)
    assert.equal((await elsewhere.get('/api/auth/user')).status, 200)
    client.cookie = first
    assert.equal((await client.get('/api/auth/user')).status, 401)

    const sql = `SELECT token_hash = sha256(convert_to($2, 'UTF8')) AS hashed FROM auth_sessions WHERE user_id = $1`
    const sessions = await rows(sql, [client.user.id, elsewhere.cookie.split('=')[1]])
    assert.deepEqual(sessions.map(({ hashed }) => hashed).sort(), [false, true])
  })

  test('does not adopt a token that a browser was given', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const planted = `facet_session=${'A'.repeat(43)}`
    const victim = another()
    victim.cookie = planted
    await victim.post('/api/login', { email: client.user.email, password })
    assert.notEqual(victim.cookie, planted)
    const attacker = another()
    attacker.cookie = planted
    assert.equal((await attacker.get('/api/auth/user')).status, 401)
  })

  test('is undone by signing out, for good', async ({ assert }) => {
    const { client, rows } = await visit()
    await client.register()
    const { cookie } = client
    const left = await client.get('/api/logout')
    assert.equal(left.status, 302)
    assert.equal(left.headers.location, '/')
    assert.match(cookieLine(left.headers)!, /^facet_session=;.*(Max-Age=-1|Expires=Thu, 01 Jan 1970)/)
    client.cookie = cookie
    assert.equal((await client.get('/api/auth/user')).status, 401)
    assert.deepEqual(await rows('SELECT 1 FROM auth_sessions WHERE user_id = $1', [client.user.id]), [])
    assert.equal((await client.get('/api/logout')).status, 302)
    assert.equal(left.headers['clear-site-data'], '"cache"')
  })

  test('is not undone by a link of another site: a page asks first', async ({ assert }) => {
    const { client } = await visit()
    await client.register()
    const led = { headers: { 'sec-fetch-site': 'cross-site' } }
    const asked = await client.call('/api/logout', led)
    assert.equal(asked.status, 200)
    assert.include(asked.text, '<h1 class="page-title">Log out?</h1>')
    assert.include(asked.text, 'href="/api/logout"')
    assert.isNull(cookieLine(asked.headers))
    assert.equal((await client.get('/api/auth/user')).status, 200)
    for (const site of ['same-origin', 'none']) {
      const mine = { headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }
      assert.equal((await client.call('/api/logout', mine)).status, 302)
    }
    assert.equal((await client.call('/api/logout', led)).status, 302)
  })

  test('is undone by a client that sends no site, as the fetch of Node does', async ({ assert }) => {
    const { client } = await visit()
    await client.register()
    const left = await client.call('/api/logout', { headers: { 'sec-fetch-mode': 'cors' } })
    assert.equal(left.status, 302)
    assert.equal((await client.get('/api/auth/user')).status, 401)
  })

  for (const [what, fetched] of [
    ['a picture of our own page', { site: 'same-origin', mode: 'no-cors', dest: 'image' }],
    ['a picture that another host redirects here', { site: 'cross-site', mode: 'no-cors', dest: 'image' }],
    ['a call of a script', { site: 'same-origin', mode: 'cors', dest: 'empty' }],
    ['a frame', { site: 'same-origin', mode: 'navigate', dest: 'iframe' }],
    ['a prefetched link', { site: 'same-origin', mode: 'no-cors', dest: 'empty' }],
    ['a browser that says no more than the site', { site: 'same-origin' }],
  ] as const)
    test(`is not undone by ${what}: a page asks first`, async ({ assert }) => {
      const { client } = await visit()
      await client.register()
      const headers = Object.fromEntries(Object.entries(fetched).map(([name, value]) => [`sec-fetch-${name}`, value]))
      const asked = await client.call('/api/logout', { headers })
      assert.equal(asked.status, 200)
      assert.include(asked.text, 'href="/api/logout"')
      assert.equal((await client.get('/api/auth/user')).status, 200)
    })

  test('ends at the very next call when the account is disabled, and an admin flag counts at the next too', async ({
    assert,
  }) => {
    const { client, another, rows } = await visit()
    await client.register()
    await rows('UPDATE users SET is_admin = true WHERE id = $1', [client.user.id])
    assert.isTrue((await client.get('/api/auth/user')).body.isAdmin)
    await rows('UPDATE users SET disabled_at = now() WHERE id = $1', [client.user.id])
    assert.equal((await client.get('/api/auth/user')).status, 401)
    const again = await another().post('/api/login', { email: client.user.email, password })
    assert.equal(again.status, 401)
    assert.equal(again.body.code, 'account_disabled')
    assert.isNull(cookieLine(again.headers))
  })

  test('lasts 30 days from its last use, which is written down every 10 minutes at most', async ({ assert }) => {
    const { client, rows } = await visit()
    await client.register()
    const { id } = client.user
    const read = async () =>
      (await rows('SELECT touched_at, expires_at FROM auth_sessions WHERE user_id = $1', [id]))[0]

    const fresh = await read()
    assert.closeTo(fresh.expires_at.getTime() - Date.now(), 30 * aDayMs, 60_000)
    assert.isNull(cookieLine((await client.get('/api/auth/user')).headers))
    assert.deepEqual(await read(), fresh)

    await rows(
      `UPDATE auth_sessions SET touched_at = now() - interval '11 minutes', expires_at = now() + interval '1 day' WHERE user_id = $1`,
      [id]
    )
    const { cookie } = client
    assert.isNotNull(cookieLine((await client.get('/api/auth/user')).headers))
    assert.equal(client.cookie, cookie)
    assert.closeTo((await read()).expires_at.getTime() - Date.now(), 30 * aDayMs, 60_000)

    await rows(`UPDATE auth_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [id])
    assert.equal((await client.get('/api/auth/user')).status, 401)
  })

  test('is not granted to garbage in the cookie', async ({ assert }) => {
    const { client } = await visit()
    for (const value of [
      '',
      'x',
      'A'.repeat(43),
      `${'A'.repeat(42)}'`,
      'A'.repeat(5_000),
      's%3A%22abc%22',
      '%00',
      'e30.e30.',
    ]) {
      client.cookie = `facet_session=${value}`
      assert.equal((await client.get('/api/auth/user')).status, 401, value)
    }
  })

  test('sets a cookie for HTTPS and this host alone where the address is https', async ({ assert }) => {
    const server = await startServer({ env: { APP_URL: 'https://facet.example' } })
    const { client } = await visit(server)
    const made = await client.post('/api/register', { email: newEmail(), password })
    const line = cookieLine(made.headers)!
    assert.match(line, /^__Host-facet_session=/)
    for (const flag of ['Secure', 'Path=/;', 'HttpOnly', 'SameSite=Lax']) assert.include(`${line};`, flag)
    assert.notInclude(line, 'Domain')
    // What a neighbour under the same domain could plant counts for nothing.
    assert.equal((await client.get('/api/auth/user')).status, 200)
    client.cookie = client.cookie.replace('__Host-', '')
    assert.equal((await client.get('/api/auth/user')).status, 401)
    await server.stop()
  })
})

test.group('The sign-in page', () => {
  test('has both forms, one script by address, and no style of its own', async ({ assert }) => {
    const { client } = await visit()
    const page = await client.get('/api/login?next=/chat/abc')
    assert.equal(page.status, 200)
    assert.match(page.headers['content-type']!, /^text\/html/)
    assert.equal(page.headers['cache-control'], 'no-store')
    for (const path of ['/api/login', '/api/register'])
      assert.include(page.text, `<form class="form" method="post" novalidate action="${path}">`)
    assert.include(page.text, '<link rel="stylesheet" href="/pages.css" />')
    assert.lengthOf([...page.text.matchAll(/name="next" value="\/chat\/abc"/g)], 2)
    assert.include(page.text, `${welcomeRubies} rubies`)
    assert.deepEqual(page.text.match(/<script.*/g), ['<script src="/pages.js" defer></script>'])
    assert.notMatch(page.text, /<style|\sstyle=|\son[a-z]+=/i)
    for (const address of ['/favicon.svg', '/apple-touch-icon.png', '/site.webmanifest', ...brand.doorPictures])
      assert.include(page.text, `"${address}`)
    for (const color of [brand.themeColor.dark, brand.themeColor.light])
      assert.include(page.text, `<meta name="theme-color" content="${color}"`)
    assert.notInclude(page.text, 'autofocus')
    assert.notMatch(page.text, /@(if|end|let|include)|\{\{|undefined|null/)
    assert.lengthOf([...page.text.matchAll(/\(optional\)/g)], 2)
  })

  test('sends who is signed in to the start page', async ({ assert }) => {
    const { client } = await visit()
    await client.register()
    const page = await client.get('/api/login?next=/chat/abc')
    assert.deepEqual([page.status, page.headers.location], [302, '/'])
  })

  test('signs in and goes on with 303 to where one came from', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const visitor = another()
    const entered = await visitor.call(
      '/api/login',
      form({ email: client.user.email, password, next: '/chat/abc?x=1' })
    )
    assert.deepEqual([entered.status, entered.headers.location], [303, '/chat/abc?x=1'])
    assert.equal((await visitor.get('/api/auth/user')).body.id, client.user.id)
  })

  test('creates an account the same way, with an empty name left out and the other on one line', async ({ assert }) => {
    const { client } = await visit()
    const email = newEmail()
    const made = await client.call(
      '/api/register',
      form({ email, password, firstName: '', lastName: ' Reed\r\n  Jones ', next: '/' })
    )
    assert.deepEqual([made.status, made.headers.location], [303, '/'])
    assert.deepInclude((await client.get('/api/auth/user')).body, { email, firstName: null, lastName: 'Reed Jones' })
  })

  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])
    test(`goes to the start page rather than to ${JSON.stringify(next)}`, async ({ assert }) => {
      const { client, another } = await visit()
      const page = await client.get(`/api/login?next=${encodeURIComponent(next)}`)
      assert.lengthOf([...page.text.matchAll(/name="next" value="\/"/g)], 2)
      await client.register()
      const entered = await another().call('/api/login', form({ email: client.user.email, password, next }))
      assert.deepEqual([entered.status, entered.headers.location], [303, '/'])
    })

  test('comes back with 422, what was wrong and what was typed, but for the password', async ({ assert }) => {
    const { client } = await visit()
    const email = `"><script>alert(1)</script>@example.test`
    const secret = 'my secret password'
    const wrong = await client.call('/api/login', form({ email, password: secret, next: '/chat/abc' }))
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="sign-in-alert" role="alert">The e-mail or the password is wrong\.</)
    assert.match(
      wrong.text.replaceAll(/\s+/g, ' '),
      /<input class="input" id="sign-in-password"[^>]* aria-describedby="sign-in-alert" autofocus \/>/
    )
    assert.include(wrong.text, 'value="&quot;&gt;&lt;script&gt;')
    assert.include(wrong.text, 'name="next" value="/chat/abc"')
    assert.notInclude(wrong.text, '<script>')
    assert.notInclude(wrong.text, secret)

    const short = await client.call(
      '/api/register',
      form({ email: newEmail(), password: 'short', firstName: 'Robin', next: '/' })
    )
    assert.equal(short.status, 422)
    assert.include(short.text, 'Password must be at least 8 characters long')
    assert.include(short.text, 'aria-describedby="register-password-error"')
    assert.lengthOf([...short.text.matchAll(/\sautofocus\s/g)], 1)
    assert.include(short.text, 'value="Robin"')
    assert.notInclude(short.text, 'role="alert"')
  })

  test('answers empty required fields in the form, with what was typed and the focus on the first', async ({
    assert,
  }) => {
    const { client } = await visit()
    for (const [path, id, fields] of [
      ['/api/register', 'register', { email: '', password: '', firstName: 'Robin', lastName: '' }],
      ['/api/login', 'sign-in', { email: '', password: '' }],
    ] as const) {
      const page = await client.call(path, form({ ...fields, next: '/chat/abc' }))
      assert.equal(page.status, 422)
      assert.match(page.text, new RegExp(`id="${id}-email-error">Please give an e-mail address\\.`))
      assert.include(page.text, `id="${id}-password-error"`)
      assert.match(page.text, new RegExp(`id="${id}-email"[^>]*aria-invalid="true"[^>]*autofocus`))
      assert.lengthOf([...page.text.matchAll(/\sautofocus\s/g)], 1)
      assert.include(page.text, 'name="next" value="/chat/abc"')
      if (id === 'register') assert.include(page.text, 'value="Robin"')
    }
    const noEmail = await client.call('/api/register', form({ email: 'nobody', password, next: '/' }))
    assert.match(noEmail.text, /id="register-email-error">That is not an e-mail address\./)
    assert.include(noEmail.text, 'value="nobody"')
  })

  test('says at its e-mail field that the e-mail is taken', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const taken = await another().call('/api/register', form({ email: client.user.email, password, next: '/' }))
    assert.equal(taken.status, 422)
    assert.match(taken.text, /id="register-email-error">There is an account with this e-mail already\./)
  })

  test('is not for other sites to send', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const sent = form({ email: client.user.email, password, next: '/' })
    const visitor = another()
    const refused = await visitor.call('/api/login', {
      ...sent,
      headers: { ...sent.headers, 'sec-fetch-site': 'cross-site' },
    })
    assert.equal(refused.status, 403)
    assert.isNull(cookieLine(refused.headers))
  })
})

test.group('Limits at the door', () => {
  test('let 10 failures of an account pass, then answer 429 even to the right password, to it alone', async ({
    assert,
  }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    const { client, another } = await visit(server)
    await client.register()
    const other = await another().register()
    const { email } = client.user

    // A success in between begins the count anew.
    for (let attempt = 0; attempt < 9; attempt++)
      assert.equal((await another().post('/api/login', { email, password: 'wrong password' })).status, 401)
    assert.equal((await another().post('/api/login', { email, password })).status, 200)

    const guesses = Array.from({ length: 25 }, () =>
      another().post('/api/login', { email: email.toUpperCase(), password: 'wrong password' })
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    assert.lengthOf(
      statuses.filter((status) => status === 401),
      10
    )
    assert.lengthOf(
      statuses.filter((status) => status === 429),
      15
    )

    const right = await another().post('/api/login', { email, password })
    assert.equal(right.status, 429)
    assert.equal(right.body.code, 'too_many_requests')
    assert.isAtLeast(Number(right.headers['retry-after']), 60)
    assert.isAtMost(Number(right.headers['retry-after']), 900)
    const page = await another().call('/api/login', form({ email, password, next: '/' }))
    assert.equal(page.status, 429)
    assert.include(page.text, 'Too many failed attempts to sign in.')
    assert.isString(page.headers['retry-after'])

    assert.equal((await another().post('/api/login', { email: other.user.email, password })).status, 200)
    assert.equal((await client.get('/api/auth/user')).status, 200)
    await server.stop()
  })

  test('let 100 failures and 100 registrations of an address pass', async ({ assert }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    const { client, another } = await visit(server)
    await client.register()
    const failures = await Promise.all(
      Array.from({ length: 101 }, () => another().post('/api/login', { email: newEmail(), password }))
    )
    const of = (answers: { status: number }[], status: number) =>
      answers.filter((answer) => answer.status === status).length
    assert.deepEqual([of(failures, 401), of(failures, 429)], [100, 1])

    const made = await Promise.all(
      Array.from({ length: 101 }, () => another().post('/api/register', { email: newEmail(), password }))
    )
    assert.deepEqual([of(made, 201), of(made, 429)], [99, 2])
    const refused = await another().call('/api/register', form({ email: newEmail(), password, next: '/' }))
    assert.equal(refused.status, 429)
    assert.include(refused.text, 'Too many new accounts from your address.')
    await server.stop()
  })

  test('are off where the operator says so', async ({ assert }) => {
    const { client, rows } = await visit()
    const email = newEmail()
    for (let attempt = 0; attempt < 12; attempt++)
      assert.equal((await client.post('/api/login', { email, password })).status, 401)
    assert.deepEqual(await rows('SELECT key FROM rate_limits'), [])
  })
})
