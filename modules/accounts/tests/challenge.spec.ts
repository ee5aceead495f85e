import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import type { Challenge } from 'altcha-lib/types'
import { isChallengeOn } from '#config/challenge'
import { systemTimers, type Timers } from '#plugins/contract/timers'
import { Limiters } from '#modules/kernel/rate_limit'
import { Client } from '#tests/support/client'
import { startServer, type RunningServer } from '#tests/support/server'
import { limits, type ChallengedForm, type FormChallenge } from '../api.ts'
import { Challenges } from '../src/challenge/challenges.ts'
import { PendingAccounts } from '../src/sign_up/pending_accounts.ts'
import { startWithInbox, type MailServer } from './mail_server.ts'
import { newNetwork, signUpOn, solved } from './sign_up_support.ts'
import { form, newEmail, password } from './support.ts'

/** Returns the request in which a browser of this network would send a form. */
const formFrom = (network: Record<string, string>, fields: Record<string, string>) => {
  const sent = form(fields)
  return { ...sent, headers: { ...sent.headers, ...network } }
}

test.group('The challenge of a form', (group) => {
  let server: RunningServer
  group.setup(async () => {
    server = await startServer({ env: { CHALLENGE: 'on', RATE_LIMITS: 'on', TRUST_PROXY: 'true' } })
    return () => server.kill('SIGKILL')
  })

  const setUp = (from = newNetwork()) => {
    const client = new Client(server.url)
    const headers = { 'x-forwarded-for': from }
    const register = (challenge?: unknown, email: string = newEmail()) =>
      client.call('/api/register', { method: 'POST', body: { email, password, challenge }, headers })
    const challengeFor = async (name: ChallengedForm = 'register'): Promise<FormChallenge> =>
      (await client.call(`/api/challenge?form=${name}`, { headers })).body
    return { ...signUpOn(server), client, headers, register, challengeFor, from }
  }

  test('isn’t needed by the first account of a network, and works once for the next ones', async ({ assert }) => {
    const { register, challengeFor } = setUp()
    assert.deepEqual(await challengeFor(), { challenge: null })
    assert.equal((await register()).status, 201)
    const refused = await register()
    assert.deepEqual([refused.status, refused.body.code], [403, 'challenge_needed'])
    const answer = await solved(await challengeFor())
    const both = await Promise.all([register(answer), register(answer)])
    assert.sameMembers(
      both.map(({ status }) => status),
      [201, 403]
    )
    assert.equal((await register(answer)).status, 403)
    assert.equal((await setUp().register()).status, 201)
  })

  test('isn’t needed by only one of several requests at once', async ({ assert }) => {
    const { register } = setUp()
    const answers = await Promise.all(Array.from({ length: 4 }, () => register()))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 403, 403, 403])
  })

  test('doesn’t count accounts that were refused', async ({ assert }) => {
    const { register } = setUp()
    const { client } = setUp()
    const { user } = await client.register()
    assert.equal((await register(undefined, user.email)).status, 409)
    assert.equal((await register(undefined, user.email)).status, 409)
    assert.equal((await register()).status, 201)
  })

  test('is for one form', async ({ assert }) => {
    const { client, headers, register, challengeFor } = setUp()
    const forget = async (challenge?: string) =>
      (await client.call('/api/password/forgot', { method: 'POST', body: { email: newEmail(), challenge }, headers }))
        .status
    assert.deepEqual([await forget(), (await register()).status], [200, 201])
    assert.equal(await forget(await solved(await challengeFor('register'))), 403)
    assert.equal(await forget(await solved(await challengeFor('forgotten_password'))), 200)
    assert.equal((await client.get('/api/challenge?form=sign_in')).status, 422)
  })

  test('also protects the waiting list', async ({ assert }) => {
    const { client, headers, challengeFor, setRules } = setUp()
    await setRules('closed')
    const join = async (challenge?: string) =>
      (await client.call('/api/waiting-list', { method: 'POST', body: { email: newEmail(), challenge }, headers }))
        .status
    assert.deepEqual([await join(), await join()], [200, 403])
    assert.equal(await join(await solved(await challengeFor('waiting_list'))), 200)
    await setRules(null)
  })

  test('refuses answers that are malformed, too long or changed', async ({ assert }) => {
    const { register, challengeFor } = setUp()
    await register()
    const issued = await challengeFor()
    for (const wrong of [
      '',
      'x',
      7,
      [],
      'x'.repeat(limits.challengeAnswerMax + 1),
      Buffer.from('null').toString('base64'),
      Buffer.from(JSON.stringify({ challenge: issued.challenge, solution: {} })).toString('base64'),
      await solved(issued, { cost: 1 }),
      await solved(issued, { data: { form: 'register', level: 20 } }),
      await solved({ challenge: { ...issued.challenge!, signature: '00'.repeat(32) } }),
    ])
      assert.equal((await register(wrong)).status, 403)
    assert.equal((await register(await solved(issued))).status, 201)
  })

  test('becomes harder with each account, so that easy ones can’t be collected', async ({ assert }) => {
    const { register, challengeFor, rows, from } = setUp()
    await register()
    const levelOf = ({ challenge }: FormChallenge) => (challenge!.parameters as Challenge['parameters']).data!.level
    const easy = await challengeFor()
    assert.equal(levelOf(easy), 1)
    const countedBefore = (accounts: number) =>
      rows(`UPDATE rate_limits SET points = $2 WHERE key LIKE '%challenge:visits:register:' || $1`, [from, accounts])
    await countedBefore(3)
    assert.equal(levelOf(await challengeFor()), 3)
    assert.equal((await register(await solved(easy))).status, 403)
    await countedBefore(10_000)
    assert.equal(levelOf(await challengeFor()), 20)
  })

  test('says to people without scripts what to do, where no mail is sent', async ({ assert }) => {
    const { client, headers, register } = setUp()
    await register()
    const page = await client.call('/api/register', formFrom(headers, { email: newEmail(), password }))
    assert.equal(page.status, 422)
    assert.include(page.text, 'If that doesn’t help, turn on JavaScript')
  })
})

test.group('A challenge', () => {
  const setUp = async () => {
    const limiters = await app.container.make(Limiters)
    const settings = { isOn: true, key: 'a key of the tests', hasMail: false }
    return { limiters, settings, challenges: new Challenges(settings, systemTimers, limiters) }
  }

  test('expires after ten minutes', async ({ assert }) => {
    const { settings, limiters, challenges } = await setUp()
    const from = newNetwork()
    assert.isTrue(await challenges.pass('register', from, undefined))
    const issuedAgo = async (minutes: number) => {
      const timers = { now: () => Date.now() - minutes * 60_000 } as Timers
      const issued = await new Challenges(settings, timers, limiters).issue('register', from)
      return challenges.pass('register', from, await solved(issued as FormChallenge))
    }
    assert.isFalse(await issuedAgo(limits.challengeMinutes + 1))
    assert.isTrue(await issuedAgo(limits.challengeMinutes - 1))
  })

  test('is asked for by itself only at a public https address', ({ assert }) => {
    for (const url of ['https://facet.example', 'https://9.9.9.9:8443']) assert.isTrue(isChallengeOn('auto', url))
    for (const url of ['http://facet.example', 'https://facet.internal', 'http://localhost:3333'])
      assert.deepEqual([isChallengeOn('auto', url), isChallengeOn('on', url)], [false, true])
    assert.isFalse(isChallengeOn('off', 'https://facet.example'))
  })

  test('is never asked for where it is off', async ({ assert }) => {
    const { settings, limiters } = await setUp()
    const challenges = new Challenges({ ...settings, isOn: false }, systemTimers, limiters)
    const from = newNetwork()
    for (let account = 1; account <= 3; account++) assert.isTrue(await challenges.pass('register', from, undefined))
    assert.deepEqual(await challenges.issue('register', from), { challenge: null })
  })
})

test('Accounts that waited too long for their link are forgotten', async ({ assert }) => {
  const db = await app.container.make(Database)
  const emails = [newEmail(), newEmail()]
  await db.rawQuery(
    `INSERT INTO pending_accounts (email, password_hash, next, expires_at)
     VALUES (?, 'x', '/', now()), (?, 'x', '/', now() + interval '1 minute')`,
    emails
  )
  await (await app.container.make(PendingAccounts)).purge()
  const { rows } = await db.rawQuery('SELECT email FROM pending_accounts WHERE email = ANY (?::text[])', [emails])
  assert.deepEqual(rows, [{ email: emails[1] }])
})

test.group('An account without a solved challenge', (group) => {
  let mail: MailServer
  group.setup(async () => {
    mail = await startWithInbox({ env: { CHALLENGE: 'on', RATE_LIMITS: 'on', TRUST_PROXY: 'true' } })
    return async () => {
      await mail.server.kill('SIGKILL')
      await mail.inbox.close()
    }
  })

  const setUp = async () => {
    const { url } = mail.server
    const [client, headers] = [new Client(url), { 'x-forwarded-for': newNetwork() }]
    const register = (email: string, fields: Record<string, string> = {}) =>
      client.call('/api/register', formFrom(headers, { email, password, next: '/library', ...fields }))
    // The network's first account.
    const taken = newEmail()
    const first = await register(taken)
    if (first.status !== 303) throw new Error(first.text)
    client.cookie = ''
    const open = (token: string, typed = password) =>
      client.call('/api/register/pending', form({ token, password: typed, next: '/library' }))
    return { ...signUpOn(mail.server), client, headers, register, open, taken }
  }
  test('waits for the mailed link, which asks for its password', async ({ assert }) => {
    const { client, register, open, rows } = await setUp()
    const email = newEmail()
    const answer = await register(email)
    assert.deepEqual([answer.status, answer.headers['set-cookie'] ?? []], [200, []])
    assert.include(answer.text, 'Check your mail')
    const { path, link } = await mail.inbox.take(email)
    const token = link.searchParams.get('token')!
    assert.isEmpty(await rows('SELECT FROM users WHERE email = $1', [email]))
    const page = await client.get(path)
    assert.deepEqual([page.status, page.text.includes(`For ${email}.`)], [200, true])
    const wrong = await open(token, 'another horse')
    assert.deepEqual([wrong.status, wrong.text.includes('The password is wrong.')], [422, true])
    const opened = await open(token)
    assert.deepEqual([opened.status, opened.headers.location], [303, '/library'])
    const { body: user } = await client.get('/api/auth/user')
    assert.deepInclude(user, { email, emailVerified: true })
    assert.equal((await client.get(path)).status, 404)
    assert.equal((await open(token)).status, 422)
    assert.isEmpty(await rows('SELECT FROM pending_accounts WHERE email = $1', [email]))
  })

  test('spends an invitation only when it opens', async ({ assert }) => {
    const { register, open, rows, person, invite } = await setUp()
    const { token: invitation, id } = await invite(await person('admin'))
    const email = newEmail()
    assert.equal((await register(email, { invitation })).status, 200)
    const used = async () => (await rows('SELECT used FROM invitations WHERE id = $1', [id]))[0].used
    assert.equal(await used(), 0)
    const { link } = await mail.inbox.take(email)
    assert.equal((await open(link.searchParams.get('token')!)).status, 303)
    assert.equal(await used(), 1)
  })

  test('expires, and its link stops working', async ({ assert }) => {
    const { register, open, rows } = await setUp()
    const email = newEmail()
    await register(email)
    const { link } = await mail.inbox.take(email)
    await rows('UPDATE pending_accounts SET expires_at = now() WHERE email = $1', [email])
    assert.equal((await open(link.searchParams.get('token')!)).status, 422)
  })

  test('isn’t kept for a taken address, nor for JSON clients', async ({ assert }) => {
    const { client, headers, register, taken } = await setUp()
    assert.equal((await register(taken)).status, 422)
    const body = { email: newEmail(), password }
    const answer = await client.call('/api/register', { method: 'POST', body, headers })
    assert.deepEqual([answer.status, answer.body.code], [403, 'challenge_needed'])
  })
})
