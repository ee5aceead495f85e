import { test } from '@japa/runner'
import type { ListedInvitation, SignUpSettings } from '#modules/accounts/api'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { startServer, type RunningServer } from '#tests/support/server'
import { limits } from '../api.ts'
import { newWord, nextOf } from './support.ts'

let server: RunningServer

const setUp = async () => {
  const run = asking(server.databaseUrl)
  const person = async (role: string, secondFactorSince: Date | null = null) => {
    const client = await new Client(server.url).register()
    await run('UPDATE users SET role = $2, second_factor_since = $3 WHERE id = $1', [
      client.user.id,
      role,
      secondFactorSince,
    ])
    return client
  }
  const invite = async (client: Client, body: object = {}): Promise<string> => {
    const { status, body: created, text } = await client.post('/api/invitations', { uses: 5, days: 7, ...body })
    if (status !== 201) throw new Error(text)
    return new URL(created.link).searchParams.get('invitation')!
  }
  const join = async (invitation: string, email = `${newWord()}@example.test`) => {
    const client = new Client(server.url)
    const { status, body, text } = await client.post('/api/register', { email, password: 'correct horse', invitation })
    if (status !== 201) throw new Error(text)
    return { ...body, client }
  }
  const actsOn = (id: string): Promise<any[]> =>
    run('SELECT actor_id, kind, before, after FROM admin_acts WHERE subject_id = $1 ORDER BY id', [id])
  return { run, person, invite, join, actsOn }
}

test.group('Sign-up', (group) => {
  group.setup(async () => {
    server = await startServer({ env: { WELCOME_NEEDS_EMAIL: 'true' } })
    return () => server.kill('SIGKILL')
  })

  test('is switched by admins, effective at once and in the audit log', async ({ assert }) => {
    const { run, person } = await setUp()
    const admin = await person('admin')
    const change = (body: unknown) => admin.put('/api/admin/sign-up', body)
    const acts = () => run(`SELECT before, after FROM admin_acts WHERE kind = 'sign_up_changed' ORDER BY id`)
    const usual: SignUpSettings = { mode: null, configuredMode: 'open', userInvitations: 0 }
    assert.deepEqual((await admin.get('/api/admin/sign-up')).body, usual)
    const closed = { mode: 'closed', userInvitations: 100 }
    for (let time = 1; time <= 2; time++) assert.deepEqual((await change(closed)).body, { ...usual, ...closed })
    assert.equal((await new Client(server.url).post('/api/register', {})).status, 422)
    const refused = await new Client(server.url).post('/api/register', {
      email: `${newWord()}@example.test`,
      password: 'correct horse',
    })
    assert.equal(refused.body.code, 'sign_up_closed')
    assert.deepEqual(await acts(), [{ before: { mode: null, userInvitations: 0 }, after: closed }])
    for (const wrong of [{}, { mode: 'ajar', userInvitations: 0 }, { mode: null, userInvitations: 101 }])
      assert.equal((await change(wrong)).status, 422)
    assert.deepEqual((await change({ mode: null, userInvitations: 0 })).body, usual)
    assert.lengthOf(await acts(), 2)
  })

  test('by an owner’s invitation brings its role, as a recorded act of the owner', async ({ assert }) => {
    const { run, person, invite, join, actsOn } = await setUp()
    const owner = await person('owner', new Date())
    const token = await invite(owner, { role: 'support' })
    const guest = await join(token)
    assert.equal(guest.role, 'support')
    assert.deepEqual(await actsOn(guest.id), [
      { actor_id: owner.user.id, kind: 'role_changed', before: { role: 'member' }, after: { role: 'support' } },
    ])
    // The right to give it counts when it is used.
    await run('UPDATE users SET second_factor_since = NULL WHERE id = $1', [owner.user.id])
    assert.equal((await join(token)).role, 'member')
    await run(`UPDATE users SET second_factor_since = now(), role = 'admin' WHERE id = $1`, [owner.user.id])
    assert.equal((await join(token)).role, 'member')
  })

  test('roles are only given by owners with a second factor and a recent proof', async ({ assert }) => {
    const { run, person } = await setUp()
    const give = async (client: Client, gift: object) =>
      (await client.post('/api/invitations', { uses: 1, days: 7, ...gift })).body.code
    for (const role of ['moderator', 'admin'])
      assert.equal(await give(await person(role, new Date()), { role: 'creator' }), 'role_too_low')
    assert.equal(await give(await person('moderator'), { rubies: 1 }), 'role_too_low')
    assert.equal(await give(await person('owner'), { role: 'creator' }), 'second_factor_required')
    const owner = await person('owner', new Date())
    await run(`UPDATE auth_sessions SET proven_at = now() - interval '61 minutes' WHERE user_id = $1`, [owner.user.id])
    assert.equal(await give(owner, { role: 'creator' }), 'proof_needed')
  })

  test('by an admin’s invitation brings rubies once per e-mail, within the daily limit', async ({ assert }) => {
    const { run, person, invite, join, actsOn } = await setUp()
    const admin = await person('admin')
    const token = await invite(admin, { rubies: 1_000 })
    const email = `${newWord()}@example.test`
    const guest = await join(token, email)
    assert.equal(guest.rubies, 1_000)
    const [act] = await actsOn(guest.id)
    assert.deepInclude(act, { actor_id: admin.user.id, kind: 'rubies_granted', before: { rubies: 0, debt: 0 } })
    assert.deepInclude(act.after, { rubies: 1_000, amount: 1_000 })

    const deletion = { method: 'DELETE', body: { currentPassword: 'correct horse' } }
    assert.equal((await guest.client.call('/api/user', deletion)).status, 200)
    assert.equal((await join(token, email)).rubies, 0)

    const other = await person('member')
    const amount = limits.unprovenGrantsADay - 2_000
    assert.equal((await admin.post(`/api/admin/users/${other.user.id}/rubies`, { amount })).status, 200)
    assert.equal((await join(token)).rubies, 1_000)
    const tooLate = await join(token)
    assert.deepEqual([tooLate.rubies, await actsOn(tooLate.id)], [0, []])

    await run(`UPDATE users SET role = 'member' WHERE id = $1`, [admin.user.id])
    assert.equal((await join(token)).rubies, 0)
  })

  test('invitations of the staff are in the audit log, those of users are not', async ({ assert }) => {
    const { run, person, invite, actsOn } = await setUp()
    await run(
      `INSERT INTO sign_up_settings (user_invitations) VALUES (5) ON CONFLICT (id) DO UPDATE SET user_invitations = 5`
    )
    const [moderator, user, admin] = [await person('moderator'), await person('member'), await person('admin')]
    await invite(moderator, { note: 'For Ann' })
    await invite(user)
    const [created] = await actsOn(moderator.user.id)
    assert.deepInclude(created, { actor_id: moderator.user.id, kind: 'invitation_created', before: null })
    assert.sameMembers(Object.keys(created.after), ['invitation', 'uses', 'role', 'rubies', 'expiresAt'])
    assert.isEmpty(await actsOn(user.user.id))
    const [{ id }] = (await user.get('/api/invitations')).body.invitations
    await admin.delete(`/api/invitations/${id}`)
    assert.deepInclude((await actsOn(user.user.id))[0], { actor_id: admin.user.id, kind: 'invitation_revoked' })
  })

  test('shows admins the inviter of each guest, page by page', async ({ assert }) => {
    const { person, invite, join } = await setUp()
    const [admin, moderator] = [await person('admin'), await person('moderator')]
    const guest = await join(await invite(moderator, { note: 'For Ann' }))
    await invite(moderator)
    const first = await admin.get('/api/admin/invitations?limit=1')
    assert.lengthOf(first.body, 1)
    const [invitation] = (await admin.get(nextOf(first)!)).body as ListedInvitation[]
    assert.deepInclude(invitation, { note: 'For Ann', used: 1, uses: 5, isOpen: true })
    assert.equal(invitation!.inviter.email, moderator.user.email)
    assert.deepEqual(
      invitation!.guests.map(({ id, email }) => ({ id, email })),
      [{ id: guest.id, email: guest.email }]
    )
    assert.equal((await admin.get('/api/admin/invitations?limit=51')).status, 422)
    assert.equal((await admin.get('/api/admin/waiting-list?cursor=x')).status, 422)
    assert.equal((await moderator.get('/api/admin/invitations')).status, 403)
  })
})
