import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { Encryption } from '@adonisjs/core/encryption'
import app from '@adonisjs/core/services/app'
import { Limiters } from '#modules/kernel/rate_limit'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { welcomeRubies } from '#config/economy'
import { Accounts, BalanceReader } from '../index.ts'
import { SignInLimits } from '../src/actions/sign_in_limits.ts'
import { AttemptStore, newSecrets } from '../src/providers/attempt_store.ts'
import { DiscordGuildMembers } from '../src/providers/discord_guild_members.ts'
import { discordIssuer } from '../src/providers/discord_provider.ts'
import { SignInWithIdentity } from '../src/providers/sign_in_with_identity.ts'
import type { Identity } from '../src/providers/identity_provider.ts'
import { LinkIdentity } from '../src/providers/link_identity.ts'
import { OpenIdProvider } from '../src/providers/openid_provider.ts'
import { UnlinkIdentity } from '../src/providers/unlink_identity.ts'
import { newEmail, password } from './support.ts'

const issuer = 'https://people.example/'

const identity = (fields: Partial<Identity> = {}): Identity => ({
  issuer,
  subject: randomUUID(),
  email: newEmail(),
  isEmailVerified: true,
  firstName: 'Robin',
  lastName: null,
  ...fields,
})

const setUp = async () => {
  const { container } = app
  const db = await container.make(Database)
  const enter = await container.make(SignInWithIdentity)
  const linking = await container.make(LinkIdentity)
  const link = { run: (userId: string, who: Identity) => linking.run(userId, who, '203.0.113.9') }
  const unlink = await container.make(UnlinkIdentity)
  const accounts = await container.make(Accounts)
  const open = async (isVerified = false) => {
    const email = newEmail()
    const opened = await accounts.open({ email, password })
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
    const { userId } = opened.value
    if (isVerified) await db.rawQuery('UPDATE users SET email_verified_at = now() WHERE id = ?::uuid', [userId])
    return { userId, email }
  }
  const rows = async (sql: string, values: unknown[] = []) => (await db.rawQuery(sql, values as never)).rows as any[]
  const linksOf = (userId: string) =>
    rows('SELECT issuer, subject FROM user_identities WHERE user_id = ?::uuid', [userId])
  const enters = async (who: Identity) => {
    const entered = await enter.run(who, async () => null)
    if (!entered.ok) throw new Error(JSON.stringify(entered.failure))
    return entered.value.userId
  }
  return { db, enter, enters, link, unlink, open, rows, linksOf }
}

test.group('Sign-in with an identity', () => {
  test('opens one account with welcome rubies under concurrency', async ({ assert }) => {
    const { enters, rows, linksOf } = await setUp()
    const who = identity({ firstName: '  Robin\n van   Dyk ', lastName: '💎'.repeat(100) })
    const ids = await Promise.all(Array.from({ length: 8 }, () => enters(who)))
    assert.lengthOf([...new Set(ids)], 1)
    assert.deepEqual(await linksOf(ids[0]!), [{ issuer, subject: who.subject }])
    const [user] = await rows('SELECT * FROM users WHERE id = ?::uuid', [ids[0]])
    assert.deepInclude(user, { email: who.email, first_name: 'Robin van Dyk', last_name: '💎'.repeat(80) })
    assert.deepEqual([user.password_hash, user.role], [null, 'member'])
    const balances = await app.container.make(BalanceReader)
    assert.equal((await balances.read(ids[0]!)).rubies, welcomeRubies)
  })

  test('stores the e-mail as verified when the provider verified it', async ({ assert }) => {
    const { enters, rows } = await setUp()
    for (const isEmailVerified of [true, false]) {
      const userId = await enters(identity({ isEmailVerified }))
      const [user] = await rows('SELECT email_verified_at FROM users WHERE id = ?::uuid', [userId])
      assert.equal(user.email_verified_at !== null, isEmailVerified)
    }
  })

  for (const [there, here] of [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const)
    test(`${there && here ? 'links' : 'does not link'} an account whose e-mail is ${here ? '' : 'un'}verified here and ${there ? '' : 'un'}verified there`, async ({
      assert,
    }) => {
      const { enter, linksOf, open } = await setUp()
      const { userId, email } = await open(here)
      const entered = await enter.run(
        identity({ email: email.toUpperCase(), isEmailVerified: there }),
        async () => null
      )
      assert.deepEqual(
        entered,
        there && here ? { ok: true, value: { userId } } : { ok: false, failure: { kind: 'not_linked' } }
      )
      assert.lengthOf(await linksOf(userId), there && here ? 1 : 0)
    })

  test('does not link a second identity of one issuer, a disabled account or the built-in one', async ({ assert }) => {
    const { enter, enters, open, rows } = await setUp()
    const { userId, email } = await open(true)
    assert.equal(await enters(identity({ email })), userId)
    const kindOf = async (who: Identity) => {
      const entered = await enter.run(who, async () => null)
      return entered.ok ? 'in' : entered.failure.kind
    }
    assert.equal(await kindOf(identity({ email })), 'not_linked')
    const disabled = await open(true)
    await rows('UPDATE users SET disabled_at = now() WHERE id = ?::uuid', [disabled.userId])
    assert.equal(await kindOf(identity({ email: disabled.email })), 'disabled')
    const builtIn = await (await app.container.make(Accounts)).builtInAccount()
    const [{ email: builtInEmail }] = await rows('SELECT email FROM users WHERE id = ?::uuid', [builtIn])
    assert.equal(await kindOf(identity({ email: builtInEmail })), 'not_linked')
  })

  test('opens no account without a valid e-mail, or beyond the address’s limit', async ({ assert }) => {
    const { enter, enters, open } = await setUp()
    for (const email of [null, '', 'nobody', `${'x'.repeat(250)}@example.test`, '\0'])
      assert.deepEqual(await enter.run(identity({ email }), async () => null), {
        ok: false,
        failure: { kind: 'no_email' },
      })
    const { email } = await open()
    // The refusal doesn't reveal whether the e-mail is taken.
    assert.deepEqual(await enter.run(identity({ email }), async () => 60), {
      ok: false,
      failure: { kind: 'too_many', retryAfterSeconds: 60 },
    })
    const who = identity()
    await enters(who)
    assert.isTrue((await enter.run(who, async () => 60)).ok)
  })
})

test.group('Linking in the settings', () => {
  test('links an identity to one account, once per issuer', async ({ assert }) => {
    const { link, linksOf, open, enters } = await setUp()
    const { userId } = await open()
    const who = identity()
    assert.deepEqual(await link.run(userId, who), { ok: true, value: null })
    assert.deepEqual(await link.run(userId, who), { ok: true, value: null })
    assert.deepEqual(await link.run(userId, identity()), { ok: false, failure: { kind: 'another_linked' } })
    assert.deepEqual(await link.run((await open()).userId, who), { ok: false, failure: { kind: 'taken' } })
    assert.deepEqual(await linksOf(userId), [{ issuer, subject: who.subject }])
    assert.equal(await enters(who), userId)
  })

  test('verifies the account’s e-mail when the provider verified the same one', async ({ assert }) => {
    const { link, open, rows } = await setUp()
    for (const [isSame, isEmailVerified] of [
      [true, true],
      [true, false],
      [false, true],
    ]) {
      const { userId, email } = await open()
      // As after a registration whose welcome rubies wait for the verification.
      await rows('INSERT INTO ruby_waiting_welcomes (user_id, rubies) VALUES (?::uuid, ?)', [userId, welcomeRubies])
      await link.run(userId, identity({ ...(isSame ? { email: email.toUpperCase() } : {}), isEmailVerified }))
      const [user] = await rows('SELECT email_verified_at FROM users WHERE id = ?::uuid', [userId])
      const isVerified = isSame && isEmailVerified
      assert.equal(user.email_verified_at !== null, isVerified)
      const waiting = await rows('SELECT FROM ruby_waiting_welcomes WHERE user_id = ?::uuid', [userId])
      assert.lengthOf(waiting, isVerified ? 0 : 1)
    }
  })

  test('can be undone while another way to sign in remains, also under concurrency', async ({ assert }) => {
    const { enters, link, linksOf, unlink } = await setUp()
    const second = 'https://others.example/'
    const userId = await enters(identity())
    assert.deepEqual(await unlink.run(userId, second, [issuer]), { ok: false, failure: { kind: 'not_linked' } })
    await link.run(userId, identity({ issuer: second }))
    // A provider that is no longer configured doesn't count.
    assert.deepEqual(await unlink.run(userId, issuer, []), { ok: false, failure: { kind: 'last_way_in' } })
    const both = await Promise.all([unlink.run(userId, issuer, [second]), unlink.run(userId, second, [issuer])])
    assert.deepEqual(both.map(({ ok }) => ok).sort(), [false, true])
    assert.lengthOf(await linksOf(userId), 1)
  })
})

test.group('An attempt', () => {
  test('belongs to one browser and provider, is taken once and expires after ten minutes', async ({ assert }) => {
    const { rows } = await setUp()
    const store = await app.container.make(AttemptStore)
    const invitationHash = Buffer.from('a hash')
    const attempt = {
      ...newSecrets(),
      provider: 'oidc',
      next: '/shop',
      linkUserId: null,
      isProof: false,
      invitationHash,
    }
    await store.keep(attempt, 'mine')
    assert.isNull(await store.take('oidc', attempt.state, 'another'))
    assert.isNull(await store.take('discord', attempt.state, 'mine'))
    const both = await Promise.all([1, 2].map(() => store.take('oidc', attempt.state, 'mine')))
    assert.deepEqual(both.filter(Boolean), [attempt])

    const late = { ...attempt, ...newSecrets() }
    await store.keep(late, 'mine')
    await rows(`UPDATE sign_in_attempts SET expires_at = now() - interval '1 second'`)
    assert.isNull(await store.take('oidc', late.state, 'mine'))
    const older = { ...attempt, ...newSecrets() }
    await store.keep(older, 'mine')
    await rows(`UPDATE sign_in_attempts SET expires_at = now() - interval '1 second'`)
    await store.keep({ ...attempt, ...newSecrets() }, 'mine')
    assert.lengthOf(await rows('SELECT FROM sign_in_attempts WHERE expires_at <= now()'), 0)
  })
})

test.group('Attempts of one address', () => {
  test('are limited to 100 in 15 minutes, not counting successful ones', async ({ assert }) => {
    const limits = new SignInLimits({ ...(await app.container.make(Limiters)), enabled: true })
    const address = randomUUID()
    for (let tries = 0; tries < 100; tries++) assert.isNull(await limits.countAttempt(address))
    await limits.uncountAttempt(address)
    assert.isNull(await limits.countAttempt(address))
    assert.isAbove((await limits.countAttempt(address))!, 0)
    assert.isNull(await limits.countAttempt(randomUUID()))
  })
})

test.group('An unavailable provider', () => {
  const provider = async (answer: http.RequestListener) => {
    const server = http.createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const settings = {
      issuer: url,
      clientId: 'facet',
      clientSecret: null,
      label: 'Example',
      redirectUri: 'http://localhost/callback',
    }
    const close = () => {
      server.closeAllConnections()
      server.close()
    }
    const logger = await app.container.make('logger')
    const make = (timeoutMs: number) => new OpenIdProvider({ ...settings, timeoutMs }, systemTimers, logger)
    return { make, url, close }
  }
  const away = { ok: false, failure: { kind: 'unavailable' } } as const

  test('is reported in bounded time, however it fails', async ({ assert }) => {
    for (const answer of [
      () => {},
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>'),
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const pour = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
        }
        response.on('drain', pour)
        pour()
      },
    ] as http.RequestListener[]) {
      const { make, close } = await provider(answer)
      assert.deepEqual(await make(400).authorizationUrl(newSecrets()), away)
      const ctx = { request: { url: () => '/callback?code=x&state=y' } } as unknown as HttpContext
      assert.deepEqual(await make(400).identify(ctx, newSecrets()), away)
      close()
    }
  })

  test('is asked once for all waiting requests, then cached for an hour', async ({ assert }) => {
    let asked = 0
    let isUp = false
    const { make, url, close } = await provider((_, response) => {
      asked++
      if (!isUp) return void response.writeHead(503).end()
      const body = { issuer: url, authorization_endpoint: `${url}/a`, token_endpoint: `${url}/t`, jwks_uri: `${url}/j` }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const openId = make(60_000)
    assert.deepEqual(await openId.authorizationUrl(newSecrets()), away)
    assert.isFalse((await openId.examine()).ok)
    isUp = true
    asked = 0
    const urls = await Promise.all([1, 2, 3].map(() => openId.authorizationUrl(newSecrets())))
    assert.deepEqual(
      urls.map(({ ok }) => ok),
      [true, true, true]
    )
    isUp = false
    assert.isTrue((await openId.authorizationUrl(newSecrets())).ok)
    assert.equal(asked, 1)
    close()
  })
})

test.group('Membership of our Discord server', () => {
  test('is checked with the last sign-in’s token until it expires, and stored once confirmed', async ({ assert }) => {
    const { db, enters, rows } = await setUp()
    const asked: string[] = []
    let answer: boolean | null = false
    const api = {
      isMember: async (_guildId: string, token: string) => {
        asked.push(token)
        return answer
      },
    }
    const encryption = await app.container.make(Encryption)
    const members = new DiscordGuildMembers(db, api as never, encryption, '987')
    const who = (token: string, fields: Partial<Identity['guild']> = {}) =>
      identity({
        issuer: discordIssuer,
        subject: '4711',
        guild: { isMember: false, token, tokenSeconds: 600, ...fields },
      })
    const first = who('first token')
    const userId = await enters(first)
    const [{ guild_token: kept }] = await rows('SELECT guild_token FROM user_identities WHERE user_id = ?::uuid', [
      userId,
    ])
    assert.notInclude(kept, 'first token')
    assert.isFalse(await members.isMember(userId))
    await enters({ ...first, guild: { isMember: false, token: 'second token', tokenSeconds: 600 } })
    answer = null
    assert.isNull(await members.isMember(userId))
    assert.deepEqual(asked, ['first token', 'second token'])

    await rows('UPDATE user_identities SET guild_token_expires_at = now() WHERE user_id = ?::uuid', [userId])
    assert.isFalse(await members.isMember(userId))
    assert.lengthOf(asked, 2)
    await enters({ ...first, guild: { isMember: true, token: 'third token', tokenSeconds: 600 } })
    assert.isTrue(await members.isMember(userId))
    const [row] = await rows('SELECT guild_token FROM user_identities WHERE user_id = ?::uuid', [userId])
    assert.isNull(row.guild_token)
    await enters({ ...first, guild: { isMember: false, token: 'fourth token', tokenSeconds: 600 } })
    assert.isTrue(await members.isMember(userId))
    assert.isFalse(await members.isMember(randomUUID()))
  })
})
