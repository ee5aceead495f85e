import { test } from '@japa/runner'
import type { CharacterSummary } from '#modules/gallery/api'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { limits, type OwnCollection } from '../api.ts'

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const [owner, reader] = [await new Client(url).register(), await new Client(url).register()]
  const newCharacter = async (by: Client, fields: object = {}): Promise<string> => {
    const { body, status, text } = await by.post('/api/characters', {
      name: 'Mara',
      description: 'Mends nets.',
      backstory: 'Was born at sea.',
      personality: 'Calm.',
      category: 'Drama',
      avatar: 'https://pictures.example.test/mo.png',
      isPublic: true,
      ...fields,
    })
    if (status !== 201) throw new Error(text)
    return body.id
  }
  const make = async (fields: object = {}): Promise<OwnCollection> => {
    const { body, status, text } = await owner.post('/api/collections', { name: 'Sea', ...fields })
    if (status !== 201) throw new Error(text)
    return body
  }
  const add = (id: string, characterId: string) => owner.put(`/api/collections/${id}/characters/${characterId}`)
  const namesIn = async (by: Client, path: string) =>
    ((await by.get(path)).body as CharacterSummary[]).map(({ name }) => name)
  /** Gives the owner a page. */
  const openPage = async () => {
    const username = `c${newId().replaceAll('-', '').slice(-16)}`
    await owner.put('/api/user/username', { username })
    await owner.put('/api/user/profile', { isPublic: true })
  }
  return { run, url, owner, reader, newCharacter, make, add, namesIn, openPage }
}

const outcome = ({ status, body }: { status: number; body: any }) => [status, body?.code]

test.group('Collections', () => {
  test('hold characters that their user may see, the newest first', async ({ assert }) => {
    const { owner, reader, newCharacter, make, add, namesIn } = await setUp()
    const { id } = await make({ about: 'By the sea.' })
    const [mara, noor] = [await newCharacter(reader), await newCharacter(owner, { name: 'Noor', isPublic: false })]
    const hidden = await newCharacter(reader, { name: 'Hidden', isPublic: false })
    for (const characterId of [mara, noor, mara]) assert.equal((await add(id, characterId)).status, 200)
    for (const unknown of [hidden, newId()]) assert.equal((await add(id, unknown)).status, 404)
    assert.deepEqual(await namesIn(owner, `/api/collections/${id}/characters`), ['Noor', 'Mara'])
    const listed = async (query = '') => (await owner.get(`/api/collections${query}`)).body
    const expected = { id, name: 'Sea', about: 'By the sea.', isPublic: false, characters: 2 }
    assert.deepEqual(await listed(), [{ ...expected, holds: false }])
    assert.deepEqual(await listed(`?character=${mara}`), [{ ...expected, holds: true }])
    // Its owner makes it private again.
    await reader.put(`/api/characters/${mara}`, { isPublic: false })
    assert.deepEqual(await namesIn(owner, `/api/collections/${id}/characters`), ['Noor'])
    await owner.call(`/api/collections/${id}/characters/${noor}`, { method: 'DELETE' })
    assert.deepEqual(await namesIn(owner, `/api/collections/${id}/characters`), [])
    assert.equal((await owner.call(`/api/collections/${id}`, { method: 'DELETE' })).status, 200)
    assert.deepEqual(await listed(), [])
  })

  test('are seen by others when they are public and their user has a page', async ({ assert }) => {
    const { url, owner, reader, newCharacter, make, add, namesIn, openPage } = await setUp()
    const visitor = new Client(url)
    const { id } = await make({ name: 'Public', isPublic: true })
    const closed = await make({ name: 'Closed' })
    const [shown, own] = [await newCharacter(owner), await newCharacter(owner, { name: 'Own', isPublic: false })]
    const adult = await newCharacter(owner, { name: 'Adult', category: 'Limitless' })
    for (const characterId of [shown, own, adult]) await add(id, characterId)
    const lists = `/api/creators/${owner.user.id}/collections`
    // A public character gives its creator no page without a username.
    assert.equal((await visitor.get(lists)).status, 404)
    await openPage()
    for (const by of [visitor, reader]) {
      assert.deepEqual((await by.get(lists)).body, [{ id, name: 'Public', about: '' }])
      assert.deepEqual(await namesIn(by, `${lists}/${id}/characters`), ['Mara'])
      assert.equal((await by.get(`${lists}/${closed.id}/characters`)).status, 404)
      assert.equal((await by.get(`/api/creators/${reader.user.id}/collections/${id}/characters`)).status, 404)
    }
    assert.equal((await reader.get(`/api/collections/${id}/characters`)).status, 404)
    await owner.put(`/api/user/hidings/person/${reader.user.id}`)
    assert.equal((await reader.get(lists)).status, 404)
    assert.equal((await visitor.get(lists)).status, 200)
    await owner.put(`/api/collections/${id}`, { isPublic: false })
    assert.deepEqual((await visitor.get(lists)).body, [])
  })

  test('take the longest texts, and no forbidden words', async ({ assert }) => {
    const { owner, make } = await setUp()
    const [name, about] = ['ü'.repeat(limits.collectionNameMax), '🦊'.repeat(limits.collectionAboutMax)]
    const { id } = await make({ name, about })
    assert.deepInclude((await owner.get('/api/collections')).body[0], { name, about })
    for (const [field, value] of [
      ['name', `${name}x`],
      ['name', ' '],
      ['about', `${about}x`],
      ['isPublic', 'yes'],
    ] as const) {
      const { status, body } = await owner.put(`/api/collections/${id}`, { [field]: value })
      assert.deepEqual([status, body.errors[0].field], [422, field])
    }
    for (const field of ['name', 'about'])
      assert.deepEqual(outcome(await owner.put(`/api/collections/${id}`, { [field]: 'Gory things' })), [
        422,
        'content_not_allowed',
      ])
  })

  test('are limited in number and size, and in the export and deletion of their user', async ({ assert }) => {
    const { run, owner, reader, newCharacter, make, add } = await setUp()
    const { id } = await make()
    const characterId = await newCharacter(reader)
    await run(
      `INSERT INTO collected_characters (user_id, collection_id, character_id, place)
       SELECT $1, $2, uuidv7(), uuidv7() FROM generate_series(2, $3::int)`,
      [owner.user.id, id, limits.collectedMax]
    )
    assert.equal((await add(id, characterId)).status, 200)
    assert.deepEqual(outcome(await add(id, await newCharacter(reader))), [409, 'full_collection'])
    await run(
      `INSERT INTO collections (user_id, id, name) SELECT $1, uuidv7(), 'c' || n FROM generate_series(3, $2::int) n`,
      [owner.user.id, limits.collectionsMax]
    )
    await make({ name: 'The last' })
    assert.deepEqual(outcome(await owner.post('/api/collections', { name: 'More' })), [409, 'too_many_collections'])
    assert.include((await owner.get('/api/user/export')).text, characterId)
    assert.equal(
      (await owner.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })).status,
      200
    )
    assert.deepEqual(await run('SELECT FROM collections WHERE user_id = $1', [owner.user.id]), [])
  })
})
