import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import { startFakeIssuer, type FakeIssuer } from '#tests/support/fake_issuer'
import { Client } from '#tests/support/client'
import { startServer, type RunningServer } from '#tests/support/server'
import { Traveller } from '#tests/support/travel'
import type { Answer } from '#tests/support/client'
import { limits, type OwnInvitations } from '../api.ts'
import { newNetwork, signUpOn } from './sign_up_support.ts'
import { form, newEmail, password } from './support.ts'

let issuer: FakeIssuer
let server: RunningServer

const setUp = async (mode: 'open' | 'invited' | 'closed' = 'invited', userInvitations = 0) => {
  const on = signUpOn(server)
  await on.setRules(mode, userInvitations)
  return on
}

const outcome = ({ status, body }: Answer) => [status, body?.code]

test.group('Invitations', (group) => {
  group.setup(async () => {
    issuer = await startFakeIssuer()
    server = await startServer({
      env: {
        SIGN_UP: 'invited',
        RATE_LIMITS: 'on',
        TRUST_PROXY: 'true',
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: issuer.clientId,
        OIDC_CLIENT_SECRET: issuer.clientSecret,
        OIDC_NAME: 'Example',
        SIGN_IN_TIMEOUT_MS: '60000',
      },
    })
    return async () => {
      await server.kill('SIGKILL')
      issuer.close()
    }
  })

  test('are needed as SIGN_UP says, until an admin chooses otherwise', async ({ assert }) => {
    const { register, setRules } = await setUp()
    await setRules(null)
    assert.deepEqual(outcome(await register()), [403, 'invitation_needed'])
    await setRules('closed')
    assert.deepEqual(outcome(await register()), [403, 'sign_up_closed'])
    await setRules('open')
    assert.equal((await register()).status, 201)
  })

  test('open as many accounts as they have uses, also for requests at once', async ({ assert }) => {
    const { register, person, invite, rows } = await setUp()
    const inviter = await person('moderator')
    const { token, id } = await invite(inviter, { uses: 2 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(token)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 422, 422, 422])
    assert.deepEqual(outcome(await register(token)), [422, 'invalid_invitation'])
    const guests = await rows('SELECT user_id FROM invited_users WHERE invitation_id = $1', [id])
    const opened = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    assert.sameMembers(
      guests.map((row: any) => row.user_id),
      opened
    )
    const { invitations } = (await inviter.get('/api/invitations')).body as OwnInvitations
    assert.deepInclude(invitations[0], { id, used: 2, uses: 2, isOpen: false, role: null, rubies: 0 })
  })

  test('have tokens of 128 bits, of which only hashes are stored', async ({ assert }) => {
    const { person, invite, rows } = await setUp()
    const { token, id, link } = await invite(await person('admin'))
    assert.equal(Buffer.from(token, 'base64url').length, 16)
    assert.equal(link, `${server.url}/api/login?mode=register&invitation=${token}`)
    const [{ token_hash: hash }] = await rows('SELECT token_hash FROM invitations WHERE id = $1', [id])
    assert.deepEqual(hash, createHash('sha256').update(token).digest())
  })

  test('are in the account export of their inviter, without tokens', async ({ assert }) => {
    const { person, invite } = await setUp()
    const inviter = await person('moderator')
    const { link: _l, token, ...invitation } = await invite(inviter, { note: 'For Ann' })
    const { body, text } = await inviter.get('/api/user/export')
    assert.notInclude(text, token)
    assert.lengthOf(body.invitations, 1)
    assert.sameMembers(Object.keys(body.invitations[0]), Object.keys(invitation))
    assert.deepInclude(body.invitations[0], { id: invitation.id, note: 'For Ann', used: 0 })
  })

  test('are not spent when the account can’t be opened', async ({ assert }) => {
    const { register, person, invite } = await setUp()
    const inviter = await person('moderator')
    const { token } = await invite(inviter)
    assert.deepEqual(outcome(await register(token, { email: inviter.user.email })), [409, 'email_taken'])
    assert.equal((await register(token)).status, 201)
  })

  test('stop working when they are revoked or expire, or their inviter is disabled', async ({ assert }) => {
    const { register, person, invite, rows } = await setUp()
    const inviter = await person('moderator')
    const [revoked, expired, last] = [await invite(inviter), await invite(inviter), await invite(inviter)]
    for (let time = 1; time <= 2; time++)
      assert.equal((await inviter.delete(`/api/invitations/${revoked.id}`)).status, 200)
    await rows('UPDATE invitations SET expires_at = now() WHERE id = $1', [expired.id])
    for (const { token } of [revoked, expired])
      assert.deepEqual(outcome(await register(token)), [422, 'invalid_invitation'])
    const disable = (at: Date | null) => rows('UPDATE users SET disabled_at = $2 WHERE id = $1', [inviter.user.id, at])
    await disable(new Date())
    assert.deepEqual(outcome(await register(last.token)), [422, 'invalid_invitation'])
    await disable(null)
    assert.equal((await register(last.token)).status, 201)
  })

  test('stay valid while sign-up is closed, and work again afterwards', async ({ assert }) => {
    const { register, person, invite, setRules } = await setUp()
    const { token } = await invite(await person('admin'))
    await setRules('closed')
    assert.deepEqual(outcome(await register(token)), [403, 'sign_up_closed'])
    await setRules('open')
    assert.equal((await register(token)).status, 201)
    assert.deepEqual(outcome(await register(token)), [422, 'invalid_invitation'])
  })

  test('are limited for users as the admins say, and revoked ones count only their guests', async ({ assert }) => {
    const { register, person, invite, setRules } = await setUp()
    const user = await person()
    const create = (uses: number) => user.post('/api/invitations', { uses, days: 7 })
    assert.deepEqual(outcome(await create(1)), [403, 'no_invitations_left'])
    assert.isFalse((await user.get('/api/user/settings')).body.mayInvite)
    await setRules('invited', 3)
    assert.isTrue((await user.get('/api/user/settings')).body.mayInvite)
    assert.deepEqual(outcome(await create(4)), [403, 'no_invitations_left'])
    const { token, id } = await invite(user, { uses: 2 })
    assert.equal((await register(token)).status, 201)
    const left = async () => (await user.get('/api/invitations')).body.left
    assert.equal(await left(), 1)
    await user.delete(`/api/invitations/${id}`)
    assert.equal(await left(), 2)
    const two = await Promise.all([create(2), create(2)])
    assert.deepEqual(two.map(({ status }) => status).toSorted(), [201, 403])
    assert.equal(await left(), 0)
  })

  test('are revoked by their inviter, and by admins for lower roles', async ({ assert }) => {
    const { person, invite } = await setUp('invited', 1)
    const [user, other, moderator, admin, owner] = [
      await person(),
      await person(),
      await person('moderator'),
      await person('admin'),
      await person('owner'),
    ]
    const { id } = await invite(user)
    for (const client of [other, moderator])
      assert.deepEqual(outcome(await client.delete(`/api/invitations/${id}`)), [404, 'not_found'])
    assert.equal((await admin.delete(`/api/invitations/${id}`)).status, 200)
    const high = await invite(owner)
    assert.deepEqual(outcome(await admin.delete(`/api/invitations/${high.id}`)), [403, 'role_too_high'])
    assert.deepEqual(
      (await user.get('/api/invitations')).body.invitations.map((each: any) => each.isOpen),
      [false]
    )
  })

  test('have bounds', async ({ assert }) => {
    const { person, invite, rows } = await setUp()
    const admin = await person('admin')
    const largest = { uses: limits.invitationUsesMax, days: limits.invitationDaysMax, note: '💎'.repeat(200) }
    const { id, note } = await invite(admin, { ...largest, rubies: limits.invitationRubiesMax })
    assert.equal(note, largest.note)
    for (const wrong of [
      { uses: 0 },
      { uses: limits.invitationUsesMax + 1 },
      { uses: 1.5 },
      { days: 0 },
      { days: limits.invitationDaysMax + 1 },
      { note: 'x'.repeat(201) },
      { role: 'moderator' },
      { rubies: -1 },
      { rubies: limits.invitationRubiesMax + 1 },
    ])
      assert.equal((await admin.post('/api/invitations', { uses: 1, days: 7, ...wrong })).status, 422)
    await rows(
      `INSERT INTO invitations (token_hash, inviter_id, uses, expires_at)
       SELECT sha256(n::text::bytea), $1, 1, now() + interval '1 day' FROM generate_series(2, $2::int) n`,
      [admin.user.id, limits.openInvitationsMax]
    )
    const refused = await admin.post('/api/invitations', { uses: 1, days: 7 })
    assert.deepEqual(outcome(refused), [409, 'too_many_open_invitations'])
    assert.lengthOf((await admin.get('/api/invitations')).body.invitations, limits.openInvitationsMax)
    await admin.delete(`/api/invitations/${id}`)
    await invite(admin)
  })

  test('can’t be guessed from one network', async ({ assert }) => {
    const { register, person, invite } = await setUp()
    const { token } = await invite(await person('admin'))
    const from = newNetwork()
    for (let guess = 1; guess <= limits.wrongInvitationsPerHour; guess++)
      assert.equal((await register(`guess-${guess}`, { from })).status, 422)
    const late = await register(token, { from })
    assert.deepEqual([late.status, late.body.code], [429, 'too_many_requests'])
    const page = await new Client(server.url).call(`/api/login?mode=register&invitation=${token}`, {
      headers: { 'x-forwarded-for': from },
    })
    assert.deepEqual([page.status, /Too many wrong invitations/.test(page.text)], [429, true])
    assert.equal((await register(token)).status, 201)
  })

  test('open the form, which works without scripts', async ({ assert }) => {
    const { person, invite } = await setUp()
    const { link, token } = await invite(await person('moderator'))
    const address = link.slice(server.url.length)
    const visitor = new Client(server.url)
    const { text } = await visitor.get(address)
    assert.include(text, 'You’re invited.')
    assert.include(text, `<input type="hidden" name="invitation" value="${token}"`)
    assert.match(text, new RegExp(`href="/api/login/oidc\\?next=%2F&amp;invitation=${token}"`))
    const send = (fields: Record<string, string>) =>
      visitor.call('/api/register', form({ password, invitation: token, ...fields }))
    const again = await send({ email: 'nothing' })
    assert.deepEqual([again.status, again.text.includes(`value="${token}"`)], [422, true])
    assert.equal((await send({ email: newEmail() })).status, 303)
    const used = await new Client(server.url).get(address)
    assert.include(used.text, 'This invitation doesn’t work.')
    assert.include(used.text, 'action="/api/waiting-list"')
    assert.notInclude(used.text, 'Continue with Example')
  })

  test('travel through a provider, where existing accounts sign in without one', async ({ assert }) => {
    const { person, invite, rows } = await setUp('open')
    const enter = async (address: string) => {
      const browser = new Traveller(server.url)
      return browser.go(await browser.outAndBack(address))
    }
    const newPerson = () => (issuer.user = { sub: newEmail(), email: newEmail(), email_verified: true })
    const known = newPerson()
    assert.equal((await enter('/api/login/oidc')).status, 303)
    const on = await setUp('invited')
    const { token, id } = await invite(await person('admin'))
    newPerson()
    const refused = await enter('/api/login/oidc')
    assert.deepEqual([refused.status, /You need an invitation/.test(refused.text)], [403, true])
    assert.equal((await enter('/api/login/oidc?invitation=wrong')).status, 403)
    assert.equal((await enter(`/api/login/oidc?invitation=${token}`)).status, 303)
    assert.lengthOf(await rows('SELECT FROM invited_users WHERE invitation_id = $1', [id]), 1)
    newPerson()
    assert.equal((await enter(`/api/login/oidc?invitation=${token}`)).status, 403)
    await on.setRules('closed')
    assert.equal((await enter('/api/login/oidc')).status, 403)
    issuer.user = known
    assert.equal((await enter('/api/login/oidc')).status, 303)
  })

  test('end with the account of their inviter, and their guests stay', async ({ assert }) => {
    const { register, person, invite, rows } = await setUp()
    const inviter = await person('moderator')
    const { token, id } = await invite(inviter, { uses: 2 })
    const guest = (await register(token)).body
    const closed = await inviter.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.equal(closed.status, 200)
    assert.deepEqual(outcome(await register(token)), [422, 'invalid_invitation'])
    assert.isEmpty(await rows('SELECT FROM invitations WHERE id = $1', [id]))
    assert.lengthOf(await rows('SELECT FROM users WHERE id = $1', [guest.id]), 1)
  })
})
