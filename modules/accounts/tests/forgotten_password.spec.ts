import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { startServer } from '#tests/support/server'
import { sharedMailServer, startWithInbox } from './mail_server.ts'
import { newEmail, password, form, visit } from './support.ts'
import { turnOn } from './second_factor_support.ts'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'

const next = 'another horse'

const setUp = async (started = sharedMailServer()) => {
  const { inbox, server } = await started
  const visited = await visit(server)
  const { client, another, rows } = visited
  await client.register()
  const { email, id } = client.user
  await inbox.take(email)
  const anyone = another()
  const forgot = (address: unknown) => anyone.post('/api/password/forgot', { email: address })
  const reset = (token: unknown, newPassword: unknown = next) =>
    anyone.post('/api/password/reset', { token, newPassword })
  const tokenFor = async (address: string = email) => {
    await forgot(address)
    return (await inbox.take(address)).link.searchParams.get('token')!
  }
  const enter = async (withPassword: string) =>
    (await another().post('/api/login', { email, password: withPassword })).status
  return { ...visited, server, inbox, email, id, anyone, forgot, reset, tokenFor, enter, rows }
}

test.group('A forgotten password', () => {
  test('is replaced by a link, which ends all sessions and works once', async ({ assert }) => {
    const { client, email, forgot, reset, enter, inbox, rows, server } = await setUp()
    const askedAt = Date.now()
    assert.equal((await forgot(email.toUpperCase())).status, 200)
    const mail = await inbox.take(email)
    const arrivedAt = Date.now()
    assert.equal(mail.subject, 'Reset your Facet password')
    assert.equal(mail.link.origin, server.url)
    assert.equal(mail.link.pathname, '/api/password/reset')
    assert.include(mail.html, mail.link.href)
    const token = mail.link.searchParams.get('token')!

    const [stored] = await rows(`SELECT * FROM email_tokens WHERE email = $1 AND purpose = 'password_reset'`, [email])
    assert.deepEqual(stored.token_hash, createHash('sha256').update(token).digest())
    const sentAt = stored.expires_at.getTime() - 30 * 60_000
    assert.isTrue(askedAt <= sentAt && sentAt <= arrivedAt, `sent at ${sentAt}`)

    const done = await reset(token)
    assert.equal(done.status, 200)
    assert.isString(done.body.message)
    assert.isUndefined(done.headers['set-cookie'])
    assert.equal((await client.get('/api/auth/user')).status, 401)
    assert.deepEqual([await enter(password), await enter(next)], [401, 200])
    const again = await reset(token, 'a third horse')
    assert.deepEqual([again.status, again.body.code], [422, 'invalid_token'])
    assert.equal(await enter(next), 200)
  })

  test('gets the same answer for unknown, disabled and built-in accounts, and no mail', async ({ assert }) => {
    const { client, email, forgot, inbox, rows, id } = await setUp()
    const disabled = newEmail()
    await rows(`INSERT INTO users (email, disabled_at) VALUES ($1, now())`, [disabled])
    const known = await forgot(email)
    for (const address of [newEmail(), disabled, 'characters@built-in.invalid']) {
      const { status, body, headers } = await forgot(address)
      assert.deepEqual({ status, body }, { status: known.status, body: known.body })
      assert.sameMembers(Object.keys(headers), Object.keys(known.headers))
    }
    // The queue is processed in order, so the other requests were handled before this one.
    await inbox.take(email)
    await forgot(email)
    await inbox.take(email)
    // A mail leaves the outbox after it was accepted.
    await waitUntil('the outbox is empty', async () => (await rows('SELECT FROM mail_outbox')).length === 0)
    assert.deepEqual(inbox.messages, [])
    assert.lengthOf(
      await rows('SELECT FROM email_tokens WHERE user_id = $1', [id]),
      2 + 1,
      'two resets, one verification'
    )
    assert.equal((await client.get('/api/auth/user')).status, 200)
  })

  test('costs the database the same for known and unknown accounts', async ({ assert }) => {
    const { email, forgot, rows } = await setUp()
    await rows('CREATE TABLE probe (kind text)')
    // The server's role doesn't own the table.
    await rows('GRANT ALL ON probe TO PUBLIC')
    await rows(`CREATE OR REPLACE FUNCTION probe() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO probe VALUES (TG_TABLE_NAME || ' ' || TG_OP || ' ' || coalesce(NEW.kind, '') || ' ' || (NEW.user_id IS NULL)); RETURN NEW; END $$`)
    await rows('CREATE OR REPLACE TRIGGER probe BEFORE INSERT ON mail_outbox FOR EACH ROW EXECUTE FUNCTION probe()')
    await forgot(email)
    await forgot(newEmail())
    assert.deepEqual(await rows('SELECT kind FROM probe'), [
      { kind: 'mail_outbox INSERT password_reset true' },
      { kind: 'mail_outbox INSERT password_reset true' },
    ])
    await rows('DROP TRIGGER probe ON mail_outbox')
  }).tags(longRun)

  test('links to APP_URL, whatever Host a request names', async ({ assert }) => {
    const { email, anyone, inbox, server } = await setUp()
    const host = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await anyone.call('/api/password/forgot', { method: 'POST', body: { email }, headers: host })
    const mail = await inbox.take(email)
    assert.equal(mail.link.origin, server.url)
    assert.notInclude(mail.text + mail.html, 'evil.example')
  }).tags(longRun)

  test('keeps the link working after a weak or missing password', async ({ assert }) => {
    const { email, tokenFor, reset } = await setUp()
    const token = await tokenFor()
    for (const bad of ['short', null, 12345678, 'password1', email, 'x'.repeat(201)]) {
      const refused = await reset(token, bad)
      assert.deepEqual([refused.status, refused.body.code], [422, 'invalid'], String(bad))
      assert.equal(refused.body.errors[0].field, 'newPassword')
    }
    assert.equal((await reset(token)).status, 200)
  }).tags(longRun)

  test('refuses tokens that are expired, unknown, for another purpose or ill-formed', async ({ assert }) => {
    const { tokenFor, reset, rows, enter, id, client, inbox } = await setUp()
    const expired = await tokenFor()
    await rows('UPDATE email_tokens SET expires_at = now() WHERE user_id = $1', [id])
    await client.post('/api/user/verification-mail')
    const verification = (await inbox.take(client.user.email)).link.searchParams.get('token')!
    for (const token of [expired, verification, 'x'.repeat(43), '', '%', null, 5, { a: 1 }])
      assert.equal((await reset(token)).status, 422, JSON.stringify(token))
    assert.equal(await enter(password), 200)
  }).tags(longRun)

  test('refuses a token after the account got another e-mail, or was disabled', async ({ assert }) => {
    const { client, tokenFor, reset, rows, id, email } = await setUp()
    const before = await tokenFor()
    assert.equal((await client.put('/api/user/settings', { email: newEmail() })).status, 200)
    assert.equal((await reset(before)).status, 422)
    await rows('UPDATE users SET email = $2 WHERE id = $1', [id, email])
    const disabled = await tokenFor()
    await rows('UPDATE users SET disabled_at = now() WHERE id = $1', [id])
    assert.equal((await reset(disabled)).status, 422)
  }).tags(longRun)

  test('ends every link of the account with the first that is used', async ({ assert }) => {
    const { tokenFor, reset } = await setUp()
    const [first, second] = [await tokenFor(), await tokenFor()]
    const outcomes = await Promise.all([reset(second), reset(second), reset(first)])
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), [200, 422, 422])
  }).tags(longRun)

  test('still requires the second factor', async ({ assert }) => {
    const { client, tokenFor, reset, email, another } = await setUp()
    await turnOn(client)
    assert.equal((await reset(await tokenFor())).status, 200)
    const refused = await another().post('/api/login', { email, password: next })
    assert.deepEqual([refused.status, refused.body.code], [401, 'second_factor_needed'])
  }).tags(longRun)

  test('gives an account without a password its first one', async ({ assert }) => {
    const { tokenFor, reset, rows, id, enter } = await setUp()
    await rows('UPDATE users SET password_hash = NULL, email_verified_at = now() WHERE id = $1', [id])
    await rows(`INSERT INTO user_identities (issuer, subject, user_id) VALUES ('https://issuer.test', $1, $2)`, [
      id,
      id,
    ])
    assert.equal((await reset(await tokenFor())).status, 200)
    assert.equal(await enter(next), 200)
    assert.lengthOf(await rows('SELECT FROM user_identities WHERE user_id = $1', [id]), 1)
  }).tags(longRun)

  test('verifies the address, and removes sign-ins that were linked before', async ({ assert }) => {
    const { tokenFor, reset, rows, id } = await setUp()
    await rows(`INSERT INTO user_identities (issuer, subject, user_id) VALUES ('https://issuer.test', $1, $2)`, [
      id,
      id,
    ])
    assert.equal((await reset(await tokenFor())).status, 200)
    assert.lengthOf(await rows('SELECT FROM user_identities WHERE user_id = $1', [id]), 0)
    const [user] = await rows('SELECT email_verified_at FROM users WHERE id = $1', [id])
    assert.instanceOf(user.email_verified_at, Date)
  }).tags(longRun)

  test('can be asked for and replaced without scripts', async ({ assert }) => {
    const { anyone, email, inbox, enter } = await setUp()
    const page = await anyone.get('/api/password/forgot')
    assert.equal(page.status, 200)
    assert.equal(page.headers['cache-control'], 'no-store')
    const wrong = await anyone.call('/api/password/forgot', form({ email: 'no address' }))
    assert.equal(wrong.status, 422)
    assert.include(wrong.text, 'That is not an e-mail address.')
    assert.include(wrong.text, 'value="no address"')
    const sent = await anyone.call('/api/password/forgot', form({ email }))
    assert.include(sent.text, 'Check your mail')

    const { path, link } = await inbox.take(email)
    const token = link.searchParams.get('token')!
    const resetPage = await anyone.get(path)
    assert.equal(resetPage.status, 200)
    assert.equal(resetPage.headers['referrer-policy'], 'same-origin')
    assert.include(resetPage.text, email)
    const weak = await anyone.call('/api/password/reset', form({ token, newPassword: 'short' }))
    assert.equal(weak.status, 422)
    assert.include(weak.text, 'at least 8 characters')
    assert.include(weak.text, token)
    const done = await anyone.call('/api/password/reset', form({ token, newPassword: next }))
    assert.include(done.text, 'Password changed')
    assert.equal(await enter(next), 200)
    assert.equal((await anyone.get(path)).status, 404)
    assert.equal((await anyone.call('/api/password/reset', form({ token, newPassword: next }))).status, 422)
  }).tags(longRun)

  test('is limited per e-mail and per network, the same for unknown e-mails', async ({ assert }) => {
    const { server, inbox } = await startWithInbox({ env: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } })
    const { client, another, email } = await setUp(Promise.resolve({ server, inbox }))
    const forgot = (address: string, network: string) =>
      another().call('/api/password/forgot', {
        method: 'POST',
        body: { email: address },
        headers: { 'x-forwarded-for': network },
      })
    for (const [address, network] of [
      [email, '192.0.2'],
      [newEmail(), '198.51.100'],
    ] as const) {
      for (let count = 1; count <= 5; count++) assert.equal((await forgot(address, `${network}.${count}`)).status, 200)
      const refused = await forgot(address.toUpperCase(), `${network}.9`)
      assert.equal(refused.status, 429)
      assert.isAbove(Number(refused.headers['retry-after']), 0)
    }
    for (let count = 1; count <= 30; count++) assert.equal((await forgot(newEmail(), '203.0.113.1')).status, 200)
    assert.equal((await forgot(newEmail(), '203.0.113.1')).status, 429)
    assert.equal((await forgot(newEmail(), '203.0.113.2')).status, 200)

    for (let count = 1; count <= 5; count++)
      assert.equal((await client.post('/api/user/verification-mail')).status, 200)
    assert.equal((await client.post('/api/user/verification-mail')).status, 429)
    await server.stop()
    await inbox.close()
  }).tags(longRun)

  test('is not refused because of wrong guesses before it', async ({ assert }) => {
    const { server, inbox } = await startWithInbox({ env: { RATE_LIMITS: 'on' } })
    const { tokenFor, reset, enter } = await setUp(Promise.resolve({ server, inbox }))
    for (let guess = 0; guess < 11; guess++) await enter('wrong horse')
    assert.equal(await enter(password), 429)
    assert.equal((await reset(await tokenFor())).status, 200)
    assert.equal(await enter(next), 200)
    await server.stop()
    await inbox.close()
  }).tags(longRun)

  test('survives a mail server that defers, and a restart', async ({ assert }) => {
    const { server, inbox } = await startWithInbox()
    const { email, forgot, rows } = await setUp(Promise.resolve({ server, inbox }))
    inbox.mood = { status: 451, at: 'recipient' }
    const before = inbox.offered
    await forgot(email)
    // After the attempt, the pause is shorter than the lease.
    const isDeferred = `SELECT FROM mail_outbox WHERE attempts = 1 AND due_at < now() + interval '1 minute'`
    await waitUntil('the mail is deferred', async () => (await rows(isDeferred)).length > 0)
    assert.equal(inbox.offered, before + 1)
    await server.stop()
    inbox.mood = 'accept'
    await rows('UPDATE mail_outbox SET due_at = now()')
    const restarted = await startServer({ databaseUrl: server.databaseUrl, env: { SMTP_URL: inbox.url } })
    const token = (await inbox.take(email)).link.searchParams.get('token')!
    const answer = await fetch(`${restarted.url}/api/password/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, newPassword: next }),
    })
    assert.equal(answer.status, 200)
    for (const secret of [email, token, 'the-smtp-password']) assert.notInclude(server.log() + restarted.log(), secret)
    await restarted.stop()
    await inbox.close()
  }).tags(longRun)

  test('is written to a folder without SMTP_URL, where the account’s deletion finds it', async ({ assert }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'facet-outbox-'))
    const server = await startServer({ env: { DATA_DIR: dataDir } })
    const { client } = await visit(server)
    await client.register()
    const folder = join(dataDir, 'outbox')
    assert.lengthOf(server.log().split('no SMTP_URL is set').slice(1), 1)
    const files = () => {
      try {
        return readdirSync(folder).filter((name) => name.endsWith('.eml'))
      } catch {
        return []
      }
    }
    await waitUntil('the mail is written', () => files().length > 0)
    assert.include(readFileSync(join(folder, files()[0]!), 'utf8'), `To: ${client.user.email}`)
    assert.equal(
      (await client.call('/api/user', { method: 'DELETE', body: { currentPassword: password } })).status,
      200
    )
    assert.deepEqual(files(), [])
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }).tags(longRun)
})
