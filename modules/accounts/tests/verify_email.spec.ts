import { test } from '@japa/runner'
import { welcomeRubies } from '#config/economy'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { sharedMailServer } from './mail_server.ts'
import { form, newEmail, visit } from './support.ts'

const setUp = async () => {
  const { inbox, server } = await sharedMailServer()
  const visited = await visit(server)
  const { client, another } = visited
  await client.register()
  const { email, id } = client.user
  const follow = (token: unknown, by = client) => by.post('/api/email/verify', { token })
  const tokenOf = async (address: string) => (await inbox.take(address)).link.searchParams.get('token')!
  const user = async () => (await client.get('/api/auth/user')).body
  return { ...visited, server, inbox, client, another, email, id, follow, tokenOf, user }
}

test.group('A new address', (group) => {
  group.each.timeout(60_000)

  test('is verified by a link, which brings the welcome rubies that waited for it', async ({ assert }) => {
    const { client, email, inbox, follow, user, server } = await setUp()
    assert.deepInclude(client.user, { emailVerified: false, rubies: 0, welcomeRubiesWaiting: welcomeRubies })
    const mail = await inbox.take(email)
    assert.equal(mail.subject, 'Verify your e-mail address')
    assert.equal(mail.link.origin + mail.link.pathname, `${server.url}/api/email/verify`)
    const token = mail.link.searchParams.get('token')!
    const done = await follow(token)
    assert.deepEqual([done.status, done.body], [200, { message: 'Your e-mail address is verified.' }])
    assert.deepInclude(await user(), { emailVerified: true, rubies: welcomeRubies, welcomeRubiesWaiting: 0 })
    assert.equal((await follow(token)).status, 200)
    assert.equal((await user()).rubies, welcomeRubies)
  })

  test('gets another link on request, until it is verified', async ({ assert }) => {
    const { client, email, tokenOf, follow } = await setUp()
    await tokenOf(email)
    assert.equal((await client.post('/api/user/verification-mail')).status, 200)
    assert.equal((await follow(await tokenOf(email))).status, 200)
    const refused = await client.post('/api/user/verification-mail')
    assert.deepEqual([refused.status, refused.body.code], [409, 'verified_already'])
  }).tags(longRun)

  test('is only verified by its own account, signed in', async ({ assert }) => {
    const { email, tokenOf, follow, another, user } = await setUp()
    const token = await tokenOf(email)
    const stranger = another()
    assert.equal((await follow(token, stranger)).status, 401)
    const page = await stranger.get(`/api/email/verify?token=${token}`)
    assert.equal(page.status, 303)
    assert.equal(page.headers.location, `/api/login?next=${encodeURIComponent(`/api/email/verify?token=${token}`)}`)
    await stranger.register()
    const refused = await follow(token, stranger)
    assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_token'])
    assert.equal((await stranger.get(`/api/email/verify?token=${token}`)).status, 404)
    assert.isFalse((await user()).emailVerified)
    assert.equal((await follow(token)).status, 200)
  })

  test('is not verified by following the link, but by the button on its page', async ({ assert }) => {
    const { client, email, tokenOf, user } = await setUp()
    const token = await tokenOf(email)
    const page = await client.get(`/api/email/verify?token=${token}`)
    assert.equal(page.status, 200)
    assert.include(page.text, email)
    assert.isFalse((await user()).emailVerified)
    const done = await client.call('/api/email/verify', form({ token }))
    assert.equal(done.status, 200)
    assert.include(done.text, 'Address verified')
    assert.isTrue((await user()).emailVerified)
    assert.include((await client.get(`/api/email/verify?token=${token}`)).text, 'Address verified')
  })

  test('refuses links that expired, belong to another purpose, or are ill-formed', async ({ assert }) => {
    const { client, email, tokenOf, follow, rows, id, inbox } = await setUp()
    const expired = await tokenOf(email)
    await rows('UPDATE email_tokens SET expires_at = now() WHERE user_id = $1', [id])
    await client.post('/api/password/forgot', { email })
    const reset = (await inbox.take(email)).link.searchParams.get('token')!
    for (const token of [expired, reset, 'x'.repeat(43), '', null, 5, ['a']])
      assert.equal((await follow(token)).status, 422, JSON.stringify(token))
    const page = await client.call('/api/email/verify', form({ token: expired }))
    assert.deepEqual([page.status, page.text.includes('This link doesn’t work')], [422, true])
  }).tags(longRun)
})

test.group('A changed address', (group) => {
  group.each.timeout(60_000)

  test('is unverified until its own link is followed, and brings no rubies twice', async ({ assert }) => {
    const { client, email, tokenOf, follow, user } = await setUp()
    const first = await tokenOf(email)
    const changed = newEmail()
    const { body } = await client.put('/api/user/settings', { email: changed })
    assert.deepInclude(body, { email: changed, emailVerified: false, welcomeRubiesWaiting: welcomeRubies })
    assert.equal((await follow(first)).status, 422)
    assert.equal((await follow(await tokenOf(changed))).status, 200)
    assert.deepInclude(await user(), { emailVerified: true, rubies: welcomeRubies })

    const third = newEmail()
    await client.put('/api/user/settings', { email: third })
    assert.isFalse((await user()).emailVerified)
    assert.equal((await follow(await tokenOf(third))).status, 200)
    assert.deepInclude(await user(), { emailVerified: true, rubies: welcomeRubies })
  }).tags(longRun)

  test('stays verified, without a mail, when it is saved unchanged', async ({ assert }) => {
    const { client, email, tokenOf, follow, rows, id, user } = await setUp()
    await follow(await tokenOf(email))
    assert.equal((await client.put('/api/user/settings', { email, firstName: 'Ann' })).status, 200)
    assert.isTrue((await user()).emailVerified)
    // The first mail leaves the outbox after it was accepted.
    const unsent = () => rows('SELECT FROM mail_outbox WHERE user_id = $1', [id])
    await waitUntil('the outbox is empty', async () => (await unsent()).length === 0)
  }).tags(longRun)
})
