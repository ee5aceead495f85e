import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { welcomeRubies } from '#config/economy'
import { startServer } from '#tests/support/server'
import type { User } from '../api.ts'
import { cookieLine, form, newEmail, password, visit } from './support.ts'
import { longRun } from '#tests/support/long_run'

const aDayMs = 86_400_000

test.group('Registration over HTTP', () => {
  test('returns 201 with the user, a session and the welcome rubies', async ({ assert }) => {
    const { client, rows } = await visit()
    const email = newEmail()
    const made = await client.post('/api/register', { email, password, firstName: ' Robin ' })
    assert.equal(made.status, 201)
    const user = made.body as User
    assert.match(user.id, /^[0-9a-f-]{36}$/)
    const [{ created_at: openedAt }] = await rows('SELECT created_at FROM users WHERE id = $1', [user.id])
    assert.equal(user.createdAt, openedAt.toISOString())
    const { id: _id, createdAt: _createdAt, ...rest } = user
    assert.deepEqual(rest, {
      username: null,
      firstName: 'Robin',
      lastName: null,
      email,
      emailVerified: false,
      profileImageUrl: null,
      rubies: welcomeRubies,
      rubyDebt: 0,
      welcomeRubiesWaiting: 0,
      limitlessEnabled: false,
      discordJoined: false,
      discordInvite: brand.discordInvite,
      role: 'member',
      isAdmin: false,
      personaName: null,
      personaDescription: null,
      personaAvatar: null,
      personaPersonality: null,
      personaBackground: null,
      sampling: null,
      reading: null,
      pictureHosts: [],
      asksBeforeNewModels: false,
      isOfAge: false,
      adultClosed: null,
      stats: { messagesWritten: 0, charactersCreated: 0 },
    })
    assert.deepEqual((await client.get('/api/auth/user')).body, user)
  })

  test('ignores rights, rubies and ids in the body', async ({ assert }) => {
    const { client } = await visit()
    const wanted = '01900000-0000-7000-8000-000000000000'
    const extra = {
      isAdmin: true,
      is_admin: true,
      role: 'owner',
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
    ['no e-mail', { email: undefined }, 'Please enter an e-mail address.'],
    ['an e-mail that is none', { email: 'nobody' }, 'That is not an e-mail address.'],
    ['an e-mail that is not text', { email: { $gt: '' } }, 'The e-mail address must be text.'],
    ['no password', { password: undefined }, 'Please enter a password.'],
    ['a password of 7 characters', { password: '1234567' }, 'Password must be at least 8 characters long'],
    ['a password of 201 characters', { password: 'x'.repeat(201) }, 'Password must be at most 200 characters long'],
    ['a first name that is not text', { firstName: 7 }, 'The first name must be text.'],
  ] as const)
    test(`returns 422 with a message for ${what}`, async ({ assert }) => {
      const { client } = await visit()
      const refused = await client.post('/api/register', { email: newEmail(), password, ...fields })
      assert.equal(refused.status, 422)
      assert.deepInclude(refused.body, { message, code: 'invalid' })
      assert.deepInclude(refused.body.errors[0], { field: Object.keys(fields)[0], message })
      assert.isNull(cookieLine(refused.headers))
    })

  test('returns 409 for a taken e-mail, ignoring case', async ({ assert }) => {
    const { client, another } = await visit()
    const email = newEmail()
    await client.post('/api/register', { email, password })
    const refused = await another().post('/api/register', { email: email.toUpperCase(), password: 'another password' })
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'email_taken')
    assert.isNull(cookieLine(refused.headers))
  })
})

test.group('Sign-in over HTTP', () => {
  test('returns 200 with the user and a cookie hidden from scripts and other sites', async ({ assert }) => {
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

  test('returns the same for a wrong password and an unknown e-mail', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const wrong = await another().post('/api/login', { email: client.user.email, password: 'wrong password' })
    const unknown = await another().post('/api/login', { email: newEmail(), password })
    assert.equal(wrong.status, 401)
    assert.deepEqual(wrong.body, { message: 'The e-mail or the password is wrong.', code: 'invalid_credentials' })
    assert.deepEqual([unknown.status, unknown.body], [wrong.status, wrong.body])
    assert.isNull(cookieLine(wrong.headers))
  })

  test('returns 422 for an empty body, and 401 for the user without a session', async ({ assert }) => {
    const { client } = await visit()
    for (const body of [{}, { email: '', password: '' }, [], 'text', null, 7])
      assert.equal((await client.post('/api/login', body)).status, 422)
    const user = await client.get('/api/auth/user')
    assert.equal(user.status, 401)
    assert.deepEqual(Object.keys(user.body).sort(), ['code', 'message'])
  })

  test('stores a hash of a new token and ends the browser’s previous session', async ({ assert }) => {
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

  test('does not adopt a token set by someone else', async ({ assert }) => {
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

  test('ends for good when the user signs out', async ({ assert }) => {
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

  test('asks for confirmation when another site links to sign-out', async ({ assert }) => {
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

  test('signs out a client without Sec-Fetch-Site, such as Node’s fetch', async ({ assert }) => {
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
    test(`asks for confirmation when sign-out is requested by ${what}`, async ({ assert }) => {
      const { client } = await visit()
      await client.register()
      const headers = Object.fromEntries(Object.entries(fetched).map(([name, value]) => [`sec-fetch-${name}`, value]))
      const asked = await client.call('/api/logout', { headers })
      assert.equal(asked.status, 200)
      assert.include(asked.text, 'href="/api/logout"')
      assert.equal((await client.get('/api/auth/user')).status, 200)
    })

  test('ends at the next request when the account is disabled, and admin rights change at the next request', async ({
    assert,
  }) => {
    const { client, another, rows } = await visit()
    await client.register()
    await rows(`UPDATE users SET role = 'admin' WHERE id = $1`, [client.user.id])
    assert.isTrue((await client.get('/api/auth/user')).body.isAdmin)
    await rows('UPDATE users SET disabled_at = now() WHERE id = $1', [client.user.id])
    assert.equal((await client.get('/api/auth/user')).status, 401)
    const again = await another().post('/api/login', { email: client.user.email, password })
    assert.equal(again.status, 401)
    assert.equal(again.body.code, 'account_disabled')
    assert.isNull(cookieLine(again.headers))
  })

  test('lasts 30 days from its last use, recorded every 10 minutes at most', async ({ assert }) => {
    const { client, rows } = await visit()
    await client.register()
    const { id } = client.user
    const read = async () =>
      (await rows('SELECT touched_at, expires_at FROM auth_sessions WHERE user_id = $1', [id]))[0]

    const fresh = await read()
    assert.equal(fresh.expires_at - fresh.touched_at, 30 * aDayMs)
    assert.isNull(cookieLine((await client.get('/api/auth/user')).headers))
    assert.deepEqual(await read(), fresh)

    await rows(
      `UPDATE auth_sessions SET touched_at = now() - interval '11 minutes', expires_at = now() + interval '1 day' WHERE user_id = $1`,
      [id]
    )
    const { cookie } = client
    assert.isNotNull(cookieLine((await client.get('/api/auth/user')).headers))
    assert.equal(client.cookie, cookie)
    const touched = await read()
    assert.isAtLeast(touched.touched_at.getTime(), fresh.touched_at.getTime())
    assert.equal(touched.expires_at - touched.touched_at, 30 * aDayMs)

    await rows(`UPDATE auth_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [id])
    assert.equal((await client.get('/api/auth/user')).status, 401)
  })

  test('rejects garbage in the cookie', async ({ assert }) => {
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

  test('sets a Secure cookie with the __Host- prefix over HTTPS', async ({ assert }) => {
    const server = await startServer({ env: { APP_URL: 'https://facet.example' } })
    const { client } = await visit(server)
    const made = await client.post('/api/register', { email: newEmail(), password })
    const line = cookieLine(made.headers)!
    assert.match(line, /^__Host-facet_session=/)
    for (const flag of ['Secure', 'Path=/;', 'HttpOnly', 'SameSite=Lax']) assert.include(`${line};`, flag)
    assert.notInclude(line, 'Domain')
    // A cookie set by a sibling domain is ignored.
    assert.equal((await client.get('/api/auth/user')).status, 200)
    client.cookie = client.cookie.replace('__Host-', '')
    assert.equal((await client.get('/api/auth/user')).status, 401)
    await server.stop()
  }).tags(longRun)
})

test.group('The sign-in page', () => {
  test('opens the form that the address names, and its tabs keep the next page', async ({ assert }) => {
    const { client } = await visit()
    const [signIn, register, unknown] = await Promise.all(
      ['', 'mode=register&', 'mode=other&'].map((mode) => client.get(`/api/login?${mode}next=/chat/abc`))
    )
    for (const [page, action, label] of [
      [signIn!, '/api/login', 'Sign in'],
      [register!, '/api/register', 'Create account'],
      [unknown!, '/api/login', 'Sign in'],
    ] as const) {
      assert.equal(page.status, 200)
      assert.deepEqual(
        [...page.text.matchAll(/<form[^>]* action="([^"]*)"/g)].map(([, path]) => path),
        [action]
      )
      assert.deepEqual(
        [...page.text.matchAll(/aria-current="page"\s*>([^<]*)</g)].map(([, text]) => text),
        [label]
      )
      for (const href of ['/api/login?mode=register&amp;next=%2Fchat%2Fabc', '/api/login?next=%2Fchat%2Fabc'])
        assert.include(page.text, `href="${href}"`)
    }
    assert.include(register!.text, 'What should they call you?')
    assert.include(register!.text, `${welcomeRubies} rubies`)
    assert.include((await client.get('/api/login')).text, 'href="/api/login?mode=register"')
  })

  test('has one external script and no inline style', async ({ assert }) => {
    const { client } = await visit()
    const page = await client.get('/api/login?mode=register&next=/chat/abc')
    assert.match(page.headers['content-type']!, /^text\/html/)
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.include(page.text, '<link rel="stylesheet" href="/pages.css" />')
    assert.include(page.text, 'name="next" value="/chat/abc"')
    assert.deepEqual(page.text.match(/<script.*/g), ['<script src="/pages.js" defer></script>'])
    assert.notMatch(page.text, /<style|\sstyle=|\son[a-z]+=/i)
    for (const address of ['/favicon.svg', '/apple-touch-icon.png', '/site.webmanifest', ...brand.signInPictures])
      assert.include(page.text, `"${address}`)
    for (const color of [brand.themeColor.dark, brand.themeColor.light])
      assert.include(page.text, `<meta name="theme-color" content="${color}"`)
    assert.notInclude(page.text, 'autofocus')
    assert.notMatch(page.text, /@(if|end|let|include)|\{\{|undefined|null/)
    assert.lengthOf([...page.text.matchAll(/\(optional\)/g)], 1)
  })

  test('redirects signed-in users to the start page', async ({ assert }) => {
    const { client } = await visit()
    await client.register()
    const page = await client.get('/api/login?next=/chat/abc')
    assert.deepEqual([page.status, page.headers.location], [302, '/'])
  })

  test('signs in and redirects with 303 to the requested page', async ({ assert }) => {
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

  test('creates an account from the form, dropping an empty name and joining lines', async ({ assert }) => {
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
    test(`redirects to the start page instead of ${JSON.stringify(next)}`, async ({ assert }) => {
      const { client, another } = await visit()
      const page = await client.get(`/api/login?next=${encodeURIComponent(next)}`)
      assert.include(page.text, 'name="next" value="/"')
      await client.register()
      const entered = await another().call('/api/login', form({ email: client.user.email, password, next }))
      assert.deepEqual([entered.status, entered.headers.location], [303, '/'])
    })

  test('returns 422 with errors and the typed values except the password', async ({ assert }) => {
    const { client } = await visit()
    const email = `"><script>alert(1)</script>@example.test`
    const secret = 'my secret password'
    const wrong = await client.call('/api/login', form({ email, password: secret, next: '/chat/abc' }))
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="sign-in-alert" role="alert">The e-mail or the password is wrong\.</)
    assert.match(
      wrong.text.replaceAll(/\s+/g, ' '),
      /<input class="input" dir="auto" id="sign-in-password"[^>]* aria-describedby="sign-in-alert" autofocus \/>/
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

  test('marks empty required fields, keeps the typed values and focuses the first', async ({ assert }) => {
    const { client } = await visit()
    for (const [path, id, fields] of [
      ['/api/register', 'register', { email: '', password: '', firstName: 'Robin', lastName: '' }],
      ['/api/login', 'sign-in', { email: '', password: '' }],
    ] as const) {
      const page = await client.call(path, form({ ...fields, next: '/chat/abc' }))
      assert.equal(page.status, 422)
      assert.match(page.text, new RegExp(`id="${id}-email-error">Please enter an e-mail address\\.`))
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

  test('shows at the e-mail field that the e-mail is taken', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const taken = await another().call('/api/register', form({ email: client.user.email, password, next: '/' }))
    assert.equal(taken.status, 422)
    assert.match(taken.text, /id="register-email-error">There is an account with this e-mail already\./)
  })

  test('rejects forms sent by other sites', async ({ assert }) => {
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

test.group('Rate limits of sign-in', () => {
  test('return 429 for one account after 10 failures, also for the right password', async ({ assert }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    const { client, another } = await visit(server)
    await client.register()
    const other = await another().register()
    const { email } = client.user

    // A success resets the count.
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
  }).tags(longRun)

  test('allow 100 failures and 100 registrations per address', async ({ assert }) => {
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
  }).tags(longRun)

  test('are off when the operator disables them', async ({ assert }) => {
    const { client, rows } = await visit()
    const email = newEmail()
    for (let attempt = 0; attempt < 12; attempt++)
      assert.equal((await client.post('/api/login', { email, password })).status, 401)
    assert.deepEqual(await rows('SELECT key FROM rate_limits'), [])
  })
})
