import { test } from '@japa/runner'
import { discordRewardRubies, welcomeRubies } from '#config/economy'
import { startFakeDiscord, type FakeDiscord } from '#tests/support/fake_discord'
import { startFakeIssuer, type FakeIssuer, type Mischief } from '#tests/support/fake_issuer'
import { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { startServer, type RunningServer } from '#tests/support/server'
import { Traveller, type Stop } from '#tests/support/travel'
import type { User } from '../api.ts'
import { codeOf, turnOn } from './second_factor_support.ts'
import { newEmail, password, visit } from './support.ts'

let issuer: FakeIssuer
let discord: FakeDiscord
let server: RunningServer
let people = 0

const rows = async (sql: string, values: unknown[] = []) => (await visit(server)).rows(sql, values)

/** Signs in a new user at the provider. */
const newPerson = (fields: Record<string, unknown> = {}) =>
  (issuer.user = { sub: `person-${++people}`, email: newEmail(), email_verified: true, given_name: 'Robin', ...fields })

const signIn = async (browser = new Traveller(server.url), address = '/api/login/oidc') => {
  const stop = await browser.go(await browser.outAndBack(address))
  return { browser, stop }
}

const clientOf = (browser: Traveller) =>
  Object.assign(new Client(server.url), { cookie: `facet_session=${browser.cookies.get('facet_session') ?? ''}` })

const userOf = async (browser: Traveller): Promise<User | null> => {
  const answer = await clientOf(browser).get('/api/auth/user')
  return answer.status === 200 ? answer.body : null
}

const alertOf = ({ text }: Stop) => /role="alert">([^<]*)</.exec(text)?.[1]?.trim()

test.group('Sign-in with a provider', (group) => {
  group.setup(async () => {
    issuer = await startFakeIssuer()
    discord = await startFakeDiscord()
    server = await startServer({
      env: {
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: issuer.clientId,
        OIDC_CLIENT_SECRET: issuer.clientSecret,
        OIDC_NAME: 'Example',
        DISCORD_API_BASE: discord.url,
        DISCORD_CLIENT_ID: discord.clientId,
        DISCORD_CLIENT_SECRET: discord.clientSecret,
        DISCORD_GUILD_ID: discord.guildId,
        SIGN_IN_TIMEOUT_MS: '60000',
      },
    })
    return async () => {
      await server.kill('SIGKILL')
      issuer.close()
      discord.close()
    }
  })
  group.each.setup(() => {
    issuer.mischief = {}
    discord.status = null
    discord.isMember = false
  })

  test('opens an account the first time and signs in to it afterwards', async ({ assert }) => {
    const person = newPerson({ family_name: 'Ferris' })
    const { browser, stop } = await signIn(undefined, '/api/login/oidc?next=%2F%3Fq%3Dinn')
    assert.deepEqual([stop.status, stop.location], [303, `${server.url}/?q=inn`])
    const user = (await userOf(browser))!
    assert.deepInclude(user, { email: person.email, firstName: 'Robin', lastName: 'Ferris', rubies: welcomeRubies })
    const [stored] = await rows('SELECT email_verified_at, password_hash FROM users WHERE id = $1', [user.id])
    assert.isNotNull(stored.email_verified_at)
    assert.isNull(stored.password_hash)

    const again = await signIn()
    assert.equal((await userOf(again.browser))!.id, user.id)
    // Name and e-mail at the provider may change, the subject doesn't.
    issuer.user = { ...issuer.user, email: newEmail(), given_name: 'Alex' }
    const later = await userOf((await signIn()).browser)
    assert.deepEqual([later!.id, later!.email, later!.firstName], [user.id, person.email, 'Robin'])
  })

  test('asks for the second factor when it is on', async ({ assert }) => {
    newPerson()
    const owner = clientOf((await signIn()).browser)
    const { secret } = await turnOn(owner)
    const { browser, stop } = await signIn(undefined, '/api/login/oidc?next=%2Fshop')
    assert.deepEqual([stop.status, stop.location], [303, `${server.url}/api/login/second-step`])
    assert.isNull(await userOf(browser))
    const cookie = `facet_second_step=${browser.cookies.get('facet_second_step')}`
    const entered = await new Client(server.url).call('/api/login/second-step', {
      method: 'POST',
      body: { code: codeOf(secret, 1) },
      headers: { cookie },
    })
    assert.deepEqual([entered.status, entered.body.id], [200, (await owner.get('/api/auth/user')).body.id])
  })

  test('redirects with a challenge, a nonce, a state and this site’s callback', async ({ assert }) => {
    const { location, cookies } = await new Traveller(server.url).go('/api/login/oidc')
    const asked = new URL(location!).searchParams
    assert.equal(asked.get('redirect_uri'), `${server.url}/api/login/oidc/callback`)
    assert.equal(asked.get('code_challenge_method'), 'S256')
    for (const secret of ['state', 'nonce', 'code_challenge']) assert.match(asked.get(secret)!, /^[\w-]{43}$/)
    const line = cookies.find((cookie) => cookie.startsWith('facet_sign_in='))!
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Max-Age=600']) assert.include(line, flag)
  })

  test('starts a new session and ends the browser’s previous one', async ({ assert }) => {
    newPerson()
    const { browser } = await signIn()
    const first = clientOf(browser)
    const planted = 'A'.repeat(43)
    const victim = new Traveller(server.url)
    victim.cookies.set('facet_session', planted)
    await signIn(victim)
    assert.notEqual(victim.cookies.get('facet_session'), planted)
    assert.equal((await first.get('/api/auth/user')).status, 200)
    const outside = new Traveller(server.url)
    outside.cookies.set('facet_session', planted)
    assert.isNull(await userOf(outside))
  })

  /** One case of each kind. The others belong to the long run. */
  const usual = ['with another nonce', 'signed by another key', 'when they said no there', 'when the provider breaks']

  for (const [what, mischief, status, sentence] of [
    ['with another nonce', { claims: { nonce: 'another' } }, 422, /could not be trusted/],
    ['without a nonce', { claims: { nonce: undefined } }, 422, /could not be trusted/],
    ['by another issuer', { claims: { iss: 'https://evil.example' } }, 422, /could not be trusted/],
    ['for another audience', { claims: { aud: 'somebody-else' } }, 422, /could not be trusted/],
    ['that has expired', { claims: { exp: 1 } }, 422, /could not be trusted/],
    ['signed by another key', { isForged: true }, 422, /could not be trusted/],
    ['when they said no there', { error: 'access_denied' }, 422, /did not allow/],
    ['when the provider has trouble', { error: 'server_error' }, 503, /can’t be reached/],
    ['when the provider breaks', { refusal: { status: 500, error: 'server_error' } }, 503, /can’t be reached/],
    [
      'when the provider does not know us',
      { refusal: { status: 401, error: 'invalid_client' } },
      503,
      /can’t be reached/,
    ],
    ['for a code that is not good', { refusal: { status: 400, error: 'invalid_grant' } }, 422, /could not be trusted/],
  ] as [string, Mischief, number, RegExp][])
    test(`rejects an answer ${what}`, async ({ assert }) => {
      newPerson()
      issuer.mischief = mischief
      const { browser, stop } = await signIn()
      assert.equal(stop.status, status)
      assert.match(alertOf(stop)!, sentence)
      assert.include(stop.text, '<form')
      assert.isUndefined(browser.cookies.get('facet_session'))
      assert.deepEqual(await rows('SELECT FROM users WHERE email = $1', [issuer.user.email]), [])
    }).tags(usual.includes(what) ? [] : longRun)

  test('accepts a callback once, from the same browser, with the right state', async ({ assert }) => {
    newPerson()
    const browser = new Traveller(server.url)
    const back = await browser.outAndBack('/api/login/oidc')
    const refused = async (by: Traveller, address: string, what: string) => {
      const stop = await by.go(address)
      assert.equal(stop.status, 422, what)
      assert.match(alertOf(stop)!, /started in another browser, was used before/, what)
      assert.isUndefined(by.cookies.get('facet_session'), what)
    }
    await refused(new Traveller(server.url), back, 'a browser that began nothing')
    const elsewhere = new Traveller(server.url)
    await elsewhere.go('/api/login/oidc')
    await refused(elsewhere, back, 'a browser that began something else')
    const bent = new URL(back)
    bent.searchParams.set('state', 'A'.repeat(43))
    await refused(browser, bent.href, 'another state')
    bent.searchParams.delete('state')
    await refused(browser, bent.href, 'no state')
    await refused(browser, back.replace('/oidc/', '/discord/'), 'another provider')

    assert.equal((await browser.go(back)).status, 303)
    browser.cookies.delete('facet_session')
    await refused(browser, back, 'a second time')
  })

  test('rejects a code of another attempt', async ({ assert }) => {
    newPerson()
    const victim = new Traveller(server.url)
    const stolen = new URL(await victim.outAndBack('/api/login/oidc')).searchParams.get('code')!
    const thief = new Traveller(server.url)
    const own = new URL(await thief.outAndBack('/api/login/oidc'))
    own.searchParams.set('code', stolen)
    const stop = await thief.go(own.href)
    assert.equal(stop.status, 422)
    assert.isUndefined(thief.cookies.get('facet_session'))
  })

  test('redirects to no other site afterwards', async ({ assert }) => {
    newPerson()
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ]) {
      const { stop } = await signIn(undefined, `/api/login/oidc?${new URLSearchParams({ next })}`)
      assert.deepEqual([stop.status, stop.location], [303, `${server.url}/`], next)
    }
  })

  test('does not sign in to an existing account with the same unverified e-mail, and explains how to link it', async ({
    assert,
  }) => {
    const owner = await new Client(server.url).register()
    for (const email_verified of [true, false]) {
      newPerson({ email: owner.user.email.toUpperCase(), email_verified })
      const { browser, stop } = await signIn(undefined, '/api/login/oidc?next=%2Fshop')
      assert.equal(stop.status, 409)
      assert.equal(
        alertOf(stop),
        'There is an account with your e-mail already. Sign in to it with its password, then link Example in the settings.'
      )
      assert.include(stop.text, 'name="next" value="/shop"')
      assert.isUndefined(browser.cookies.get('facet_session'))
    }
  })

  test('refuses a disabled account', async ({ assert }) => {
    newPerson()
    const { id } = (await userOf((await signIn()).browser))!
    await rows('UPDATE users SET disabled_at = now() WHERE id = $1', [id])
    const { browser, stop } = await signIn()
    assert.deepEqual([stop.status, alertOf(stop)], [401, 'This account is disabled.'])
    assert.isUndefined(browser.cookies.get('facet_session'))
  })

  test('works for an account after linking it in the settings', async ({ assert }) => {
    const owner = await new Client(server.url).register()
    newPerson({ email: owner.user.email })
    const browser = new Traveller(server.url)
    browser.cookies.set('facet_session', owner.cookie.split('=')[1]!)
    const begin = (headers: Record<string, string> = {}) =>
      browser.go('/api/user/sign-ins/oidc', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      })

    // Other sites can't start it, and other users' sessions can't finish it.
    assert.equal((await begin({ 'sec-fetch-site': 'cross-site' })).status, 403)
    const begun = JSON.parse((await begin()).text) as { url: string }
    const back = (await browser.go(begun.url)).location!
    const stranger = new Traveller(server.url)
    stranger.cookies.set('facet_sign_in', browser.cookies.get('facet_sign_in')!)
    stranger.cookies.set('facet_session', (await new Client(server.url).register()).cookie.split('=')[1]!)
    assert.equal((await stranger.go(back)).status, 422)

    const second = JSON.parse((await begin()).text) as { url: string }
    const linked = await browser.go((await browser.go(second.url)).location!)
    assert.equal(linked.location, `${server.url}/settings?linked=oidc&outcome=linked`)
    const { hasPassword, signIns } = (await owner.get('/api/user/settings')).body
    assert.isTrue(hasPassword)
    const [{ created_at: linkedAt }] = await rows('SELECT created_at FROM user_identities WHERE user_id = $1', [
      owner.user.id,
    ])
    assert.deepEqual(signIns, [
      { provider: 'oidc', name: 'Example', linkedAt: linkedAt.toISOString() },
      { provider: 'discord', name: 'Discord', linkedAt: null },
    ])
    assert.equal((await userOf((await signIn()).browser))!.id, owner.user.id)

    const other = await new Client(server.url).register()
    browser.cookies.set('facet_session', other.cookie.split('=')[1]!)
    const third = JSON.parse((await begin()).text) as { url: string }
    const taken = await browser.go((await browser.go(third.url)).location!)
    assert.equal(taken.location, `${server.url}/settings?linked=oidc&outcome=taken`)

    assert.equal((await owner.delete('/api/user/sign-ins/oidc')).status, 200)
    assert.equal((await owner.delete('/api/user/sign-ins/oidc')).status, 404)
    assert.equal((await signIn()).stop.status, 303)
  })

  test('proves the identity of a user without a password, and not of another', async ({ assert }) => {
    const { email } = newPerson()
    const { browser } = await signIn()
    const client = clientOf(browser)
    const { id } = (await client.get('/api/auth/user')).body
    await rows(`UPDATE auth_sessions SET proven_at = now() - interval '61 minutes' WHERE user_id = $1`, [id])
    const setOne = () => clientOf(browser).put('/api/user/password', { newPassword: password })
    const goThere = async (headers: Record<string, string> = {}) => {
      const begun = await browser.go('/api/user/proof/oidc', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      })
      if (begun.status !== 200) return begun
      const { url } = JSON.parse(begun.text) as { url: string }
      assert.equal(new URL(url).searchParams.get('prompt'), 'login')
      return browser.go((await browser.go(url)).location!)
    }
    const toldOf = (outcome: string) => `${server.url}/settings?proven=oidc&outcome=${outcome}`
    for (const call of [setOne, () => clientOf(browser).delete('/api/user/sign-ins/oidc')])
      assert.equal((await call()).body.code, 'proof_needed')
    assert.equal((await goThere({ 'sec-fetch-site': 'cross-site' })).status, 403)

    const { user } = issuer
    newPerson()
    assert.equal((await goThere()).location, toldOf('another'))
    issuer.user = user
    issuer.mischief = { claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 } }
    assert.equal((await goThere()).location, toldOf('untrusted'))
    issuer.mischief = { error: 'access_denied' }
    assert.equal((await goThere()).location, toldOf('denied'))
    issuer.mischief = {}
    assert.equal((await setOne()).status, 403)

    assert.equal((await goThere()).location, toldOf('proven'))
    assert.equal((await setOne()).status, 200)
    assert.equal((await userOf(browser))?.email, email)
  })

  test('asks for confirmation when another site links to it', async ({ assert }) => {
    newPerson()
    for (const site of ['cross-site', 'same-site']) {
      const browser = new Traveller(server.url)
      const asked = await browser.go('/api/login/oidc?next=/chat/abc', { headers: { 'sec-fetch-site': site } })
      assert.deepEqual([asked.status, asked.location, [...browser.cookies.keys()]], [200, null, []])
      assert.include(asked.text, '<h1 class="page-title">Sign in with Example?</h1>')
      const [, href] = /class="button button-primary" href="([^"]*)"/.exec(asked.text)!
      assert.equal(href, '/api/login/oidc?next=%2Fchat%2Fabc')
      const begun = await browser.go(href!, { headers: { 'sec-fetch-site': 'same-origin' } })
      assert.equal(begun.status, 302)
      assert.isTrue(begun.location!.startsWith(issuer.url))
    }
  })

  test('lets an account set a first password, and unlink its last provider only then', async ({ assert }) => {
    const { email } = newPerson()
    const { browser } = await signIn()
    const client = clientOf(browser)
    assert.isFalse((await client.get('/api/user/settings')).body.hasPassword)
    const refused = await client.delete('/api/user/sign-ins/oidc')
    assert.deepEqual([refused.status, refused.body.code], [409, 'last_way_in'])
    assert.equal((await client.put('/api/user/password', { newPassword: 'short' })).status, 422)
    assert.equal((await client.put('/api/user/password', { newPassword: password })).status, 200)
    assert.equal((await client.get('/api/auth/user')).status, 200)
    const without = await client.put('/api/user/password', { newPassword: 'another horse' })
    assert.deepEqual([without.status, without.body.errors[0].field], [422, 'currentPassword'])
    assert.equal((await new Client(server.url).post('/api/login', { email, password })).status, 200)
    assert.isTrue((await client.get('/api/user/settings')).body.hasPassword)
    assert.equal((await client.delete('/api/user/sign-ins/oidc')).status, 200)
  })

  test('with an unknown name returns a page to browsers and a failure to programs', async ({ assert }) => {
    for (const path of ['/api/login/nobody', '/api/login/nobody/callback?state=x&code=y']) {
      const page = await new Traveller(server.url).go(path)
      assert.deepEqual([page.status, alertOf(page)], [404, 'There is no such way to sign in here.'])
      const failure = await new Client(server.url).get(path)
      assert.deepEqual([failure.status, failure.body.code], [404, 'no_such_provider'])
    }
    const client = await new Client(server.url).register()
    assert.equal((await client.post('/api/user/sign-ins/nobody')).status, 404)
    assert.equal((await client.delete('/api/user/sign-ins/nobody')).status, 404)
  })

  test('works with Discord, including membership of our server', async ({ assert }) => {
    discord.user = { ...discord.user, id: '1001', email: newEmail() }
    const { browser, stop } = await signIn(undefined, '/api/login/discord?next=/shop')
    assert.equal(stop.location, `${server.url}/shop`)
    assert.notInclude(stop.cookies.join(), 'discord')
    assert.deepEqual(discord.scopes, ['identify', 'email', 'guilds.members.read'])
    const client = clientOf(browser)
    assert.deepInclude(await userOf(browser), { email: discord.user.email!, firstName: 'Nelly' })
    const [stored] = await rows(`SELECT * FROM user_identities WHERE subject = '1001'`)
    assert.isNull(stored.guild_member_seen_at)
    assert.isAbove(stored.guild_token.length, 50)

    const claim = () => client.post('/api/discord-reward')
    assert.equal((await claim()).body.code, 'not_a_member')
    discord.status = 500
    assert.equal((await claim()).body.code, 'membership_unknown')
    discord.status = null
    discord.isMember = true
    assert.equal((await claim()).body.rubies, welcomeRubies + discordRewardRubies)
    const [seen] = await rows(`SELECT * FROM user_identities WHERE subject = '1001'`)
    assert.isNotNull(seen.guild_member_seen_at)
    assert.isNull(seen.guild_token)
    assert.equal((await claim()).body.code, 'claimed_already')
    const stranger = await new Client(server.url).register()
    assert.equal((await stranger.post('/api/discord-reward')).body.code, 'not_a_member')
  })

  test('handles Discord’s unverified e-mails, used codes and failures', async ({ assert }) => {
    const owner = await new Client(server.url).register()
    discord.user = { ...discord.user, id: '1002', email: owner.user.email, verified: false }
    assert.equal((await signIn(undefined, '/api/login/discord')).stop.status, 409)
    discord.user = { ...discord.user, id: '1003', email: null }
    assert.match(alertOf((await signIn(undefined, '/api/login/discord')).stop)!, /didn’t share your e-mail address/)
    discord.user = { ...discord.user, id: '1004', email: newEmail(), verified: false }
    const { browser } = await signIn(undefined, '/api/login/discord')
    const { id } = (await userOf(browser))!
    assert.isNull((await rows('SELECT email_verified_at FROM users WHERE id = $1', [id]))[0].email_verified_at)

    const thief = new Traveller(server.url)
    const own = new URL(await thief.outAndBack('/api/login/discord'))
    own.searchParams.set('code', 'used before')
    assert.equal((await thief.go(own.href)).status, 422)
    discord.status = 500
    const trouble = await signIn(undefined, '/api/login/discord')
    assert.deepEqual([trouble.stop.status, /can’t be reached/.test(alertOf(trouble.stop)!)], [503, true])
  })

  test('lists the configured providers and keeps the requested page', async ({ assert }) => {
    const { text } = await new Traveller(server.url).go('/api/login?next=%2Fshop')
    for (const [provider, name] of [
      ['oidc', 'Example'],
      ['discord', 'Discord'],
    ])
      assert.match(text, new RegExp(`href="/api/login/${provider}\\?next=%2Fshop"[^>]*>\\s*Continue with ${name}`))
  })
})
