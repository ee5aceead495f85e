import { test } from '@japa/runner'
import type { Role } from '#modules/accounts/api'
import type { Client } from '#tests/support/client'
import { limits } from '../api.ts'
import { visitServer } from './support.ts'

const setUp = async () => {
  const stage = await visitServer()
  /** Sends a change, and returns 200 or the code of the refusal. */
  const give = async (actor: Client, person: Client, role: unknown) => {
    const { status, body } = await actor.put(`/api/admin/users/${person.user.id}/role`, { role })
    return status === 200 ? 200 : body.code
  }
  const withFactor = async (person: Client) => {
    await stage.run('UPDATE users SET second_factor_since = now() WHERE id = $1', [person.user.id])
    return person
  }
  return { ...stage, give, withFactor }
}

test.group('Changing a role', () => {
  test('gives the rights of the role at the next request, and is recorded', async ({ assert }) => {
    const { admin, user, give, actsOn } = await setUp()
    assert.equal((await user.get('/api/admin/users')).status, 403)
    assert.equal(await give(admin, user, 'support'), 200)
    assert.equal(await give(admin, user, 'support'), 200, 'the second time nothing changes')
    assert.equal((await user.get('/api/admin/users')).status, 200)
    const { body } = await user.get('/api/auth/user')
    assert.deepInclude(body, { role: 'support', isAdmin: false, secondFactorWanted: 'suggested' })
    assert.equal(await give(admin, user, 'member'), 200)
    assert.equal((await user.get('/api/admin/users')).status, 403)
    assert.deepEqual(
      (await actsOn(user.user.id)).map(({ kind, before, after }) => [kind, before, after]),
      [
        ['role_changed', { role: 'member' }, { role: 'support' }],
        ['role_changed', { role: 'support' }, { role: 'member' }],
      ]
    )
  })

  test('is refused above one’s own role, for oneself, and without a recent proof', async ({ assert }) => {
    const { admin, user, newStaff, give, run } = await setUp()
    const [other, owner, moderator] = [await newStaff('admin'), await newStaff('owner'), await newStaff('moderator')]
    for (const role of ['admin', 'owner'] as const) assert.equal(await give(admin, user, role), 'role_too_high')
    for (const person of [other, owner]) assert.equal(await give(admin, person, 'member'), 'role_too_high')
    assert.equal(await give(moderator, user, 'creator'), 'admins_only')
    assert.equal(await give(admin, admin, 'member'), 'oneself')
    for (const role of [undefined, null, 'Admin', 'root', ['admin']])
      assert.equal(await give(admin, user, role), 'validation_failed')
    await run(`UPDATE auth_sessions SET proven_at = now() - interval '2 hours' WHERE user_id = $1`, [admin.user.id])
    assert.equal(await give(admin, user, 'creator'), 'proof_needed')
  })

  test('to and from admin needs an owner with a second factor', async ({ assert }) => {
    const { user, newStaff, give, withFactor } = await setUp()
    const owner = await newStaff('owner')
    assert.equal(await give(owner, user, 'admin'), 'second_factor_required')
    await withFactor(owner)
    assert.equal(await give(owner, user, 'owner'), 'role_too_high')
    assert.equal(await give(owner, user, 'admin'), 200)
    assert.isTrue((await user.get('/api/auth/user')).body.isAdmin)
    assert.equal(await give(owner, user, 'moderator'), 200)
  })
})

test.group('Rubies granted by', () => {
  const grant = async (actor: Client, person: Client, amount: number) => {
    const { status, body } = await actor.post(`/api/admin/users/${person.user.id}/rubies`, { amount })
    return status === 200 ? 200 : body.code
  }

  test('support stay within a daily limit, also when granted at once', async ({ assert }) => {
    const { user, newStaff } = await setUp()
    const support = await newStaff('support')
    const half = limits.supportGrantsADay / 2
    const codes = await Promise.all([half, half, half].map((amount) => grant(support, user, amount)))
    assert.sameMembers(codes, [200, 200, 'over_daily_limit'])
    assert.equal(await grant(support, user, 1), 'over_daily_limit')
    assert.equal(await grant(support, user, -1), 'role_too_low')
    for (const role of ['support', 'moderator', 'admin'] satisfies Role[])
      assert.equal(await grant(support, await newStaff(role), 1), 'role_too_high')
    assert.equal(await grant(support, support, 1), 'role_too_high')
  })

  test('admins need a recent proof beyond a daily amount', async ({ assert }) => {
    const { admin, user, run } = await setUp()
    assert.equal(await grant(admin, admin, limits.unprovenGrantsADay), 200)
    await run(`UPDATE auth_sessions SET proven_at = now() - interval '2 hours' WHERE user_id = $1`, [admin.user.id])
    assert.equal(await grant(admin, user, 1), 'proof_needed')
    assert.equal(await grant(admin, user, -1), 200)
  })
})
