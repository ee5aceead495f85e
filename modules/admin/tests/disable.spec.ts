import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import type { Client } from '#tests/support/client'
import { DisableAccount } from '../src/actions/disable_account.ts'
import { actorOf, FullLog, visitApp, visitServer } from './support.ts'

const setUp = async () => {
  const stage = await visitServer()
  const disable = (disabled: unknown, userId = stage.user.user.id, who = stage.admin) =>
    who.put(`/api/admin/users/${userId}/disabled`, { disabled })
  return { ...stage, disable }
}

test.group('Disabling an account', () => {
  test('ends its sessions and blocks sign-in until it is enabled', async ({ assert }) => {
    const { user, disable, visitor } = await setUp()
    const signIn = { email: user.user.email, password: 'correct horse' }
    const disabled = await disable(true)
    assert.equal(disabled.status, 200)
    assert.deepInclude(disabled.body, { id: user.user.id, email: user.user.email, debt: 0 })
    assert.match(disabled.body.disabledAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.equal((await user.get('/api/auth/user')).status, 401)
    assert.equal((await visitor.post('/api/login', signIn)).status, 401)

    const enabled = await disable(false)
    assert.isNull(enabled.body.disabledAt)
    assert.equal((await user.get('/api/auth/user')).status, 401, 'its sessions have ended')
    assert.equal((await visitor.post('/api/login', signIn)).status, 200)
  })

  test('hides its public characters from others until it is enabled', async ({ assert }) => {
    const { admin, user, disable, visitor, newUser, run, word } = await setUp()
    const other = await newUser()
    const make = async (by: typeof user, fields: object): Promise<string> => {
      const texts = {
        description: 'Mends nets.',
        backstory: 'Was born at sea.',
        personality: 'Calm.',
        category: 'Drama',
      }
      const shown = { avatar: 'https://pictures.example.test/mo.png', tags: [word], isPublic: true, allowForks: true }
      const { status, body, text } = await by.post('/api/characters', { ...texts, ...shown, ...fields })
      if (status !== 201) throw new Error(text)
      return body.id
    }
    const open = await make(user, { name: `${word} open` })
    const secret = await make(user, { name: `${word} secret`, isPublic: false })
    const near = await make(other, { name: 'Near' })
    await other.get(`/api/chats/${open}`)
    const idsFor = async (client: typeof visitor, path: string) =>
      (await client.get(path)).body.map(({ id }: { id: string }) => id).filter((id: string) => id === open)
    const seenBy = async (client: typeof visitor) => ({
      page: (await client.get(`/api/characters/${open}`)).status,
      comments: (await client.get(`/api/characters/${open}/comments`)).status,
      similarTo: (await client.get(`/api/characters/${open}/similar`)).status,
      share: (await client.get(`/api/characters/${open}/share`)).status,
      list: (await idsFor(client, `/api/characters?q=${word}`)).length,
      similar: (await idsFor(client, `/api/characters/${near}/similar`)).length,
    })
    const writesBy = async (client: typeof visitor) => [
      (await client.post(`/api/characters/${open}/like`)).status,
      (await client.post(`/api/characters/${open}/comments`, { content: 'Hi.' })).status,
      (await client.post(`/api/characters/${open}/fork`)).status,
    ]
    const shown = { page: 200, comments: 200, similarTo: 200, share: 200, list: 1, similar: 1 }
    const hidden = { page: 404, comments: 404, similarTo: 404, share: 404, list: 0, similar: 0 }
    assert.deepEqual([await seenBy(visitor), await seenBy(other)], [shown, shown])
    await disable(true)
    await disable(true)
    assert.deepEqual([await seenBy(visitor), await seenBy(other)], [hidden, hidden])
    assert.deepEqual(await writesBy(other), [404, 404, 404])
    assert.equal((await admin.get(`/api/characters/${open}`)).status, 200)
    await disable(false)
    assert.deepEqual([await seenBy(visitor), await seenBy(other)], [shown, shown])
    assert.deepEqual(await writesBy(other), [200, 201, 201])
    assert.equal((await other.get(`/api/characters/${secret}`)).status, 404)
    const kept = await run('SELECT is_public, is_withdrawn FROM characters WHERE id = ANY ($1) ORDER BY name', [
      [open, secret],
    ])
    assert.deepEqual(kept, [
      { is_public: true, is_withdrawn: false },
      { is_public: false, is_withdrawn: false },
    ])
  })

  test('is recorded once when repeated', async ({ assert }) => {
    const { admin, user, disable, actsOn } = await setUp()
    const [first, second] = [await disable(true), await disable(true)]
    assert.equal(second.body.disabledAt, first.body.disabledAt)
    await disable(false)
    await disable(false)
    assert.deepEqual(await actsOn(user.user.id), [
      { actor_id: admin.user.id, kind: 'account_disabled', before: { disabled: false }, after: { disabled: true } },
      { actor_id: admin.user.id, kind: 'account_enabled', before: { disabled: true }, after: { disabled: false } },
    ])
  })

  test('is refused for one’s own, the built-in and unknown accounts', async ({ assert }) => {
    const { admin, disable, run } = await setUp()
    const own = await disable(true, admin.user.id)
    assert.equal(own.status, 422)
    assert.equal(own.body.code, 'oneself')
    assert.equal((await admin.get('/api/auth/user')).status, 200)
    const [builtIn] = await run(`SELECT id FROM users WHERE email = 'characters@built-in.invalid'`)
    for (const userId of [builtIn.id, newId(), 'abc']) assert.equal((await disable(true, userId)).status, 404, userId)
  })

  for (const disabled of [undefined, null, 'true', 1, 'x'])
    test(`returns 422 for ${JSON.stringify(disabled)}`, async ({ assert }) => {
      const { user, disable } = await setUp()
      assert.equal((await disable(disabled)).status, 422)
      assert.equal((await user.get('/api/auth/user')).status, 200)
    })

  test('is refused for people of an equal or higher role, and without a recent proof', async ({ assert }) => {
    const { user, newStaff, disable, run } = await setUp()
    const [support, moderator, admin, other, owner] = [
      await newStaff('support'),
      await newStaff('moderator'),
      await newStaff('admin'),
      await newStaff('admin'),
      await newStaff('owner'),
    ]
    const codeOf = async (actor: Client, person: Client) => {
      const { status, body } = await disable(true, person.user.id, actor)
      return status === 200 ? 200 : body.code
    }
    assert.equal(await codeOf(support, user), 'admins_only')
    for (const [actor, person] of [
      [moderator, admin],
      [admin, other],
      [admin, owner],
    ] as const)
      assert.equal(await codeOf(actor, person), 'role_too_high')
    for (const [actor, person] of [
      [moderator, support],
      [admin, moderator],
      [owner, admin],
    ] as const)
      assert.equal(await codeOf(actor, person), 200)
    await run(`UPDATE auth_sessions SET proven_at = now() - interval '2 hours' WHERE user_id = $1`, [owner.user.id])
    assert.equal(await codeOf(owner, other), 'proof_needed')
  })

  test('is rolled back when the log fails', async ({ assert }) => {
    const { db, accounts, open, rows } = await visitApp()
    const [user, admin] = [await open(), await open()]
    const broken = new DisableAccount(db, accounts, new FullLog(accounts))
    await assert.rejects(
      () => broken.run({ actor: actorOf(admin.id), userId: user.id, disabled: true }),
      'The log is full.'
    )
    assert.deepEqual(await rows('SELECT disabled_at FROM users WHERE id = ?::uuid', [user.id]), [{ disabled_at: null }])
  })
})
