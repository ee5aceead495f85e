import { Database } from '@adonisjs/lucid/database'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { limits, type ListedPersona } from '../api.ts'
import { Accounts } from '../index.ts'
import { newEmail, password, visit } from './support.ts'

const address = '/api/personas'

const blank = { name: null, avatar: null, description: null, personality: null, background: null, lorebookIds: [] }

const reed = {
  name: 'Captain Reed',
  avatar: 'https://pictures.example/reed.png',
  description: 'Tall, one eye.',
  personality: 'Patient.\nKind.',
  background: 'Sailed far.',
}

const setUp = async () => {
  const visited = await visit()
  const { client } = visited
  await client.post('/api/register', { email: newEmail(), password })
  const list = async () => (await client.get(address)).body as ListedPersona[]
  const create = async (body: unknown = {}) => {
    const { status, body: created, text } = await client.post(address, body)
    if (status !== 201) throw new Error(text)
    return created as ListedPersona
  }
  const change = (id: string, body: unknown) => client.put(`${address}/${id}`, body)
  const remove = (id: string) => client.call(`${address}/${id}`, { method: 'DELETE' })
  const settings = async () => (await client.get('/api/user/settings')).body
  return { ...visited, list, create, change, remove, settings }
}

test.group('Personas', () => {
  test('begin with the default one, which the settings read and write', async ({ assert }) => {
    const { client, list, change, settings } = await setUp()
    const [first, ...others] = await list()
    assert.lengthOf(others, 0)
    assert.deepInclude(first, { isDefault: true, ...blank })

    await client.put('/api/user/settings', { personaName: 'Reed', personaBackground: 'Sailed far.' })
    assert.deepEqual(await list(), [{ ...first!, name: 'Reed', background: 'Sailed far.' }])

    const changed = await change(first!.id, { name: 'Ann', background: null })
    assert.deepEqual(changed.body, { ...first!, name: 'Ann' })
    assert.deepInclude(await settings(), { personaName: 'Ann', personaBackground: null })
  })

  test('are created, changed and deleted, and keep absent fields', async ({ assert }) => {
    const { list, create, change, remove, settings } = await setUp()
    const [first] = await list()
    const created = await create(reed)
    assert.deepInclude(created, { ...reed, isDefault: false, lorebookIds: [] })
    const second = await create({ name: ' Ann\n of  the sea ' })
    assert.equal(second.name, 'Ann of the sea')
    assert.deepEqual(await list(), [first, created, second])
    assert.isNull((await settings()).personaName)

    const changed = await change(created.id, { description: 'Short.', avatar: '' })
    assert.deepEqual(changed.body, { ...created, description: 'Short.', avatar: null })

    assert.equal((await remove(created.id)).status, 200)
    assert.deepEqual(await list(), [first, second])
    assert.equal((await remove(created.id)).status, 404)
    assert.equal((await change(created.id, { name: 'Reed' })).status, 404)
  })

  test('swap the default one and keep all ids and texts', async ({ assert }) => {
    const { client, list, create, change, settings } = await setUp()
    const [first] = await list()
    await change(first!.id, { name: 'Robin', personality: 'Shy.' })
    const created = await create(reed)

    const chosen = await change(created.id, { isDefault: true, background: 'Never sailed.' })
    const expected = { ...created, isDefault: true, background: 'Never sailed.' }
    assert.deepEqual(chosen.body, expected)
    assert.deepEqual(await list(), [expected, { ...first!, isDefault: false, name: 'Robin', personality: 'Shy.' }])
    assert.deepInclude(await settings(), { personaName: 'Captain Reed', personaBackground: 'Never sailed.' })
    assert.equal((await client.get('/api/auth/user')).body.personaName, 'Captain Reed')

    await change(first!.id, { isDefault: true })
    assert.deepEqual(
      (await list()).map(({ id, isDefault, name }) => ({ id, isDefault, name })),
      [
        { id: first!.id, isDefault: true, name: 'Robin' },
        { id: created.id, isDefault: false, name: 'Captain Reed' },
      ]
    )
  })

  test('have one default persona after concurrent changes of it', async ({ assert }) => {
    const { list, create, change } = await setUp()
    const created = [await create({ name: 'Ann' }), await create({ name: 'Bo' }), await create({ name: 'Cy' })]
    const answers = await Promise.all(
      created.flatMap(({ id }) => [id, id].map((id) => change(id, { isDefault: true })))
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200)
    )
    const all = await list()
    assert.lengthOf(
      all.filter(({ isDefault }) => isDefault),
      1
    )
    assert.sameMembers(
      all.map(({ name }) => name),
      [null, 'Ann', 'Bo', 'Cy']
    )
  })

  test('return 409 when the default one is deleted, and 422 when it is unset', async ({ assert }) => {
    const { list, create, change, remove } = await setUp()
    const created = await create(reed)
    await change(created.id, { isDefault: true })
    const refused = await remove(created.id)
    assert.deepInclude(refused.body, { code: 'default_persona' })
    assert.equal(refused.status, 409)
    const undone = await change(created.id, { isDefault: false })
    assert.equal(undone.status, 422)
    assert.equal(undone.body.errors[0].field, 'isDefault')
    assert.equal((await list())[0]!.id, created.id)
  })

  test('are at most thirty, also under concurrency', async ({ assert }) => {
    const { client, list } = await setUp()
    const answers = await Promise.all(
      Array.from({ length: limits.personasMax + 4 }, (_, index) => client.post(address, { name: `P${index}` }))
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      limits.personasMax - 1
    )
    const refused = answers.find(({ status }) => status !== 201)!
    assert.equal(refused.status, 422)
    assert.include(refused.body.message, '30 personas')
    assert.lengthOf(await list(), limits.personasMax)
  })

  test('can only have lorebooks of their user, and list none that is deleted', async ({ assert }) => {
    const { client, another, list, create, change } = await setUp()
    const stranger = await another().register()
    const book = async (owner: { post: typeof client.post }) =>
      (await owner.post('/api/lorebooks', { name: 'Sea' })).body.id as string
    const [own, gone, foreign] = [await book(client), await book(client), await book(stranger)]
    const created = await create({ name: 'Ann', lorebookIds: [own.toUpperCase(), gone, own] })
    assert.deepEqual(created.lorebookIds, [own, gone])

    for (const lorebookIds of [[foreign], [own, newId()], ['x'], 'x', Array.from({ length: 21 }, newId)]) {
      const refused = await change(created.id, { name: 'Bo', lorebookIds })
      assert.equal(refused.status, 422)
      assert.match(refused.body.errors[0].field, /^lorebookIds/)
    }
    await client.call(`/api/lorebooks/${gone}`, { method: 'DELETE' })
    assert.deepInclude((await list())[1], { name: 'Ann', lorebookIds: [own] })

    await change(created.id, { isDefault: true })
    assert.deepInclude((await list())[0], { id: created.id, lorebookIds: [own] })
  })

  for (const [what, body, field] of [
    ['a name that is too long', { name: 'x'.repeat(81) }, 'name'],
    ['a name with hidden characters', { name: 'Ann\u200b' }, 'name'],
    ['a text that is too long', { background: '💎'.repeat(2_001) }, 'background'],
    ['a text that is none', { description: 7 }, 'description'],
    ['a picture that runs', { avatar: 'javascript:alert(1)' }, 'avatar'],
  ] as const)
    test(`return 422 with the field for ${what}`, async ({ assert }) => {
      const { client, list, change } = await setUp()
      const [first] = await list()
      for (const refused of [await client.post(address, body), await change(first!.id, body)]) {
        assert.equal(refused.status, 422)
        assert.equal(refused.body.errors[0].field, field)
      }
      assert.deepEqual(await list(), [first])
    })

  test('are deleted with their account', async ({ assert }) => {
    const { client, rows, create } = await setUp()
    await create({ name: 'Ann' })
    const { id } = (await client.get('/api/auth/user')).body
    const deleted = await client.call('/api/user', { method: 'DELETE', body: { currentPassword: password } })
    assert.equal(deleted.status, 200)
    assert.deepEqual(await rows('SELECT FROM personas WHERE user_id = $1', [id]), [])
  })

  test('keep pictures that another user uploaded', async ({ assert }) => {
    const [accounts, db] = await Promise.all([app.container.make(Accounts), app.container.make(Database)])
    const opened = await accounts.open({ email: newEmail(), password })
    const userId = opened.ok ? opened.value.userId : ''
    const hash = 'ab'.repeat(32)
    await db.rawQuery('INSERT INTO personas (id, user_id, avatar) VALUES (?::uuid, ?::uuid, ?)', [
      newId(),
      userId,
      `/pictures/uploads/${hash}.webp`,
    ])
    const used = (except: string) => db.transaction((trx) => accounts.picturesInUse([hash], except, trx))
    assert.deepEqual(await used(newId()), [hash])
    assert.deepEqual(await used(userId), [])
  })
})
