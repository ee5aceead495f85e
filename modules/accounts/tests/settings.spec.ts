import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import { startServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import type { AccountSettings, UserSettings } from '../api.ts'
import { newEmail, password, visit } from './support.ts'

const address = '/api/user/settings'

const blank: Omit<UserSettings, 'email'> = {
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  limitlessEnabled: false,
  personaName: null,
  personaDescription: null,
  personaAvatar: null,
  personaPersonality: null,
  personaBackground: null,
  sampling: null,
  reading: null,
  pictureHosts: [] as string[],
  asksBeforeNewModels: false,
}

const all = {
  firstName: 'Robin',
  lastName: 'Ferris',
  profileImageUrl: '/pictures/builtin/noor-avatar.webp',
  limitlessEnabled: true,
  personaName: 'Captain Reed',
  personaDescription: 'Tall, one eye.',
  personaAvatar: 'https://pictures.example/reed.png',
  personaPersonality: 'Patient.\nKind.',
  personaBackground: 'Sailed far.',
  sampling: 'wild',
  reading: {
    size: 'large',
    width: 'wide',
    font: 'serif',
    lineHeight: 'loose',
    paper: 'cream',
    focus: true,
    speechTint: true,
    stage: true,
  },
  pictureHosts: ['pictures.example', 'xn--ypal-43d9g.example:8443'],
  asksBeforeNewModels: true,
}

const setUp = async () => {
  const visited = await visit()
  const { client } = visited
  const email = newEmail()
  await client.post('/api/register', { email, password })
  const settings = async (): Promise<UserSettings> => {
    const answer = (await client.get(address)).body as AccountSettings
    const {
      hasPassword: _h,
      signIns: _s,
      secondFactor: _f,
      storage: _u,
      mayInvite: _m,
      isOfAge: _a,
      adultClosed: _d,
      ageCheck: _c,
      ...set
    } = answer
    return set
  }
  const change = (body: unknown) => client.put(address, body)
  return { ...visited, email, settings, change }
}

test.group('Settings', () => {
  test('exist from the start with adult content off, and only for their user', async ({ assert }) => {
    const { client, another, email } = await setUp()
    const answer = await client.get(address)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.deepEqual(answer.body, {
      email,
      ...blank,
      hasPassword: true,
      signIns: [],
      secondFactor: null,
      storage: { usedBytes: 0, bytesMax: 2_048 * 1_048_576 },
      mayInvite: false,
      isOfAge: false,
      adultClosed: null,
      ageCheck: null,
    })
    for (const call of [another().get(address), another().put(address, {})]) assert.equal((await call).status, 401)
  })

  test('change the given fields only, visible at the next request', async ({ assert }) => {
    const { client, email, settings, change } = await setUp()
    const changed = await change({ ...all, isOfAge: true })
    assert.equal(changed.status, 200)
    assert.deepInclude(changed.body, { email, ...all, rubies: welcomeRubies })
    assert.deepEqual(await settings(), { email, ...all })
    assert.deepEqual((await client.get('/api/auth/user')).body, changed.body)

    assert.deepInclude((await change({ personaName: 'Reed' })).body, { ...all, personaName: 'Reed' })
    assert.deepInclude((await change({})).body, { ...all, personaName: 'Reed' })
  })

  test('trim texts, join lines of names and store empty texts as null', async ({ assert }) => {
    const { settings, change } = await setUp()
    await change({
      firstName: '  Robin \n van  Dyk ',
      personaName: '\tThe\r\nCaptain ',
      personaDescription: '  a\n\n b ',
    })
    assert.deepInclude(await settings(), {
      firstName: 'Robin van Dyk',
      personaName: 'The Captain',
      personaDescription: 'a\n\n b',
    })
    await change({ firstName: '   ', personaName: '', personaDescription: null, personaAvatar: ' ' })
    assert.deepInclude(await settings(), blank)
  })

  test('count code points up to the limit', async ({ assert }) => {
    const { settings, change } = await setUp()
    for (const [field, max] of [
      ['firstName', 80],
      ['lastName', 80],
      ['personaName', 80],
      ['personaDescription', 2_000],
      ['personaPersonality', 2_000],
      ['personaBackground', 2_000],
    ] as const) {
      const longest = '💎'.repeat(max)
      assert.equal((await change({ [field]: longest })).status, 200, field)
      const refused = await change({ [field]: `${longest}x`, limitlessEnabled: true })
      assert.equal(refused.status, 422, field)
      assert.deepInclude(refused.body.errors[0], { field, rule: 'maxLength', message: refused.body.message })
      assert.include(refused.body.message, `at most ${max.toLocaleString('en')} characters`)
      assert.deepInclude(await settings(), { [field]: longest, limitlessEnabled: false })
    }
  })

  test('ignore rights, rubies, names and ids', async ({ assert }) => {
    const { client, change, rows } = await setUp()
    const before = (await client.get('/api/auth/user')).body
    const sent = {
      id: '01900000-0000-7000-8000-000000000000',
      userId: '01900000-0000-7000-8000-000000000000',
      isAdmin: true,
      is_admin: true,
      role: 'owner',
      rubies: 1_000_000,
      balance: 1_000_000,
      rubyDebt: -5,
      username: 'someone_else',
      discordJoined: true,
      password: 'another password',
      passwordHash: 'x',
      password_hash: 'x',
      disabledAt: '2020-01-01',
      emailVerifiedAt: '2020-01-01',
      email_verified_at: '2020-01-01',
      createdAt: '2020-01-01',
      stats: { messagesWritten: 9, charactersCreated: 9 },
      __proto__: { isAdmin: true },
      constructor: { isAdmin: true },
    }
    const changed = await change({ ...sent, firstName: 'Robin' })
    assert.deepEqual(changed.body, { ...before, firstName: 'Robin' })
    const [row] = await rows('SELECT role, email_verified_at, disabled_at FROM users WHERE id = $1', [before.id])
    assert.deepEqual(row, { role: 'member', email_verified_at: null, disabled_at: null })
  })

  let unchanged: ReturnType<typeof setUp> | null = null
  for (const [what, body, field] of [
    ['an e-mail that is none', { email: 'nobody' }, 'email'],
    ['an empty e-mail', { email: ' ' }, 'email'],
    ['an e-mail that is not text', { email: ['a@example.test'] }, 'email'],
    ['an e-mail without end', { email: `${'a'.repeat(250)}@example.test` }, 'email'],
    ['a switch that is a word', { limitlessEnabled: 'true' }, 'limitlessEnabled'],
    ['a switch that is a number', { limitlessEnabled: 1 }, 'limitlessEnabled'],
    ['a statement that is a word', { isOfAge: 'true' }, 'isOfAge'],
    ['a name that is not text', { firstName: { first: 'Robin' } }, 'firstName'],
    ['a persona that is not text', { personaBackground: 7 }, 'personaBackground'],
    ['reading settings that are no object', { reading: 'large' }, 'reading'],
    ['a stage that is no switch', { reading: { ...all.reading, stage: 'on' } }, 'reading.stage'],
    ['an unknown size', { reading: { ...all.reading, size: 'giant' } }, 'reading.size'],
    ['reading settings without a font', { reading: { ...all.reading, font: undefined } }, 'reading.font'],
    ['a picture host with a path', { pictureHosts: ['pictures.example/x'] }, 'pictureHosts.0'],
    ['a picture host that is no text', { pictureHosts: [7] }, 'pictureHosts.0'],
    ['a wish to be asked that is no boolean', { asksBeforeNewModels: 'yes' }, 'asksBeforeNewModels'],
    ['too many picture hosts', { pictureHosts: Array(201).fill('pictures.example') }, 'pictureHosts'],
    ['a picture that runs', { personaAvatar: 'javascript:alert(1)' }, 'personaAvatar'],
    ['a picture in the address itself', { personaAvatar: 'data:image/png;base64,AAAA' }, 'personaAvatar'],
    ['a picture that is a path of ours but no picture', { profileImageUrl: '/api/logout' }, 'profileImageUrl'],
    ['a picture that climbs', { profileImageUrl: '/pictures/../api/logout' }, 'profileImageUrl'],
    ['a picture at another’s host by a trick', { profileImageUrl: '//evil.example/x.png' }, 'profileImageUrl'],
    ['a picture with a quote in it', { personaAvatar: 'https://a.example/"onerror=x' }, 'personaAvatar'],
    ['a picture without a host', { personaAvatar: 'https:///x.png' }, 'personaAvatar'],
    ['a picture without end', { personaAvatar: `https://a.example/${'a'.repeat(2_000)}` }, 'personaAvatar'],
  ] as const)
    test(`return 422 with the field for ${what}, and change nothing`, async ({ assert }) => {
      const { email, settings, change } = await (unchanged ??= setUp())
      const refused = await change({ lastName: 'Ferris', ...body })
      assert.equal(refused.status, 422)
      assert.equal(refused.body.code, 'invalid')
      assert.equal(refused.body.errors[0].field, field)
      assert.isNotEmpty(refused.body.message)
      assert.deepEqual(await settings(), { email, ...blank })
    })

  for (const host of [null, 'facet.example:8080'])
    test(`return 422 for a picture that is a call of this server${host ? ', by another host name' : ''}`, async ({
      assert,
    }) => {
      const { client, email, settings } = await setUp()
      const change = (body: Record<string, string>) =>
        client.call('/api/user/settings', { method: 'PUT', body, headers: host ? { host } : {} })
      const origin = host ? `https://${host.toUpperCase()}` : client.url
      for (const field of ['profileImageUrl', 'personaAvatar']) {
        for (const address of [`${origin}/api/logout`, `${client.url}/api/logout`]) {
          const refused = await change({ [field]: address })
          assert.equal(refused.status, 422, address)
          assert.equal(refused.body.errors[0].field, field)
        }
        assert.equal((await change({ [field]: `${origin}/pictures/builtin/a.webp` })).status, 200)
        assert.equal((await change({ [field]: '' })).status, 200)
      }
      assert.deepEqual(await settings(), { email, ...blank })
    })

  test('return 422 for a body that is not an object, and for texts that can’t be stored', async ({ assert }) => {
    const { change } = await setUp()
    for (const body of [[], 'text', null, 7]) assert.equal((await change(body)).status, 422)
    assert.equal((await change({ personaName: 'a\0b' })).body.code, 'unstorable_text')
    assert.equal((await change({ personaName: 'a\ud800b' })).body.code, 'unstorable_text')
  })

  test('never fetch a picture’s address', async ({ assert }) => {
    const { createServer } = await import('node:http')
    let asked = 0
    const trap = createServer((_, response) => {
      asked++
      response.end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => trap.once('listening', resolve))
    const { port } = trap.address() as { port: number }
    const { change, client } = await setUp()
    const personaAvatar = `http://127.0.0.1:${port}/a.png`
    assert.equal((await change({ personaAvatar, profileImageUrl: personaAvatar })).status, 200)
    assert.equal((await client.get('/api/auth/user')).body.personaAvatar, personaAvatar)
    assert.equal(asked, 0)
    await new Promise((resolve) => trap.close(resolve))
  })
})

test.group('A changed e-mail', () => {
  test('signs in, keeps the session and is unverified', async ({ assert }) => {
    const { client, another, email, change, rows } = await setUp()
    const verified = () =>
      rows('SELECT email_verified_at IS NOT NULL AS IS FROM users WHERE lower(email) = lower($1)', [next])
    const next = newEmail()
    await rows('UPDATE users SET email_verified_at = now() WHERE email = $1', [email])
    assert.equal((await change({ email: ` ${next} ` })).body.email, next)
    assert.deepEqual(await verified(), [{ is: false }])
    assert.equal((await client.get('/api/auth/user')).body.email, next)
    assert.equal((await another().post('/api/login', { email, password })).status, 401)
    assert.equal((await another().post('/api/login', { email: next, password })).status, 200)

    await rows('UPDATE users SET email_verified_at = now() WHERE email = $1', [next])
    await change({ email: next, firstName: 'Robin' })
    assert.deepEqual(await verified(), [{ is: true }])
  })

  test('returns 409 when it is taken, ignoring case, and changes nothing', async ({ assert }) => {
    const first = await setUp()
    const { email, settings, change } = await setUp()
    const refused = await change({ email: first.email.toUpperCase(), firstName: 'Robin' })
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'email_taken')
    assert.equal(refused.body.errors[0].field, 'email')
    assert.deepEqual(await settings(), { email, ...blank })
    assert.equal((await change({ email: email.toUpperCase() })).status, 200)
  })

  test('goes to one of twenty concurrent requests', async ({ assert }) => {
    const people = await Promise.all(Array.from({ length: 20 }, setUp))
    const email = newEmail()
    const answers = await Promise.all(
      people.map(({ change }, index) => change({ email: index % 2 ? email : email.toUpperCase() }))
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
  }).tags(longRun)

  test('is limited to 20 tries an hour, because each reveals whether it is taken', async ({ assert }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    const { client } = await visit(server)
    await client.register()
    const tries = await Promise.all(Array.from({ length: 25 }, () => client.put(address, { email: newEmail() })))
    const of = (status: number) => tries.filter((answer) => answer.status === status)
    assert.deepEqual([of(200).length, of(429).length], [20, 5])
    const refused = of(429)[0]!
    assert.equal(refused.body.code, 'too_many_requests')
    assert.isAtLeast(Number(refused.headers['retry-after']), 60)
    const { email } = (await client.get(address)).body
    assert.equal((await client.put(address, { email, firstName: 'Robin' })).status, 200)
    await server.stop()
  }).tags(longRun)
})

test.group('Concurrent changes', () => {
  test('of different fields are all kept', async ({ assert }) => {
    const { settings, change, email } = await setUp()
    await change({ isOfAge: true })
    await Promise.all(Object.entries(all).map(([field, value]) => change({ [field]: value })))
    assert.deepEqual(await settings(), { email, ...all })
  })
})
