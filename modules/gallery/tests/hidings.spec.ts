import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import type { HidingKind } from '../api.ts'
import { limits } from '../src/domain/limits.ts'

let count = 0

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const [reader, creator] = [await new Client(url).register(), await new Client(url).register({ firstName: 'Ines' })]
  const tag = `h${process.pid}x${Date.now().toString(36)}x${++count}`
  const add = async (by: Client): Promise<string> => {
    const texts = { description: 'Mends nets.', backstory: 'Was born at sea.', personality: 'Calm.' }
    const shown = { name: 'Mo', avatar: 'https://pictures.example.test/mo.png', tags: [tag], isPublic: true }
    const { status, body, text } = await by.post('/api/characters', { ...texts, ...shown })
    if (status !== 201) throw new Error(text)
    return body.id
  }
  const [first, second] = [await add(creator), await add(creator)]
  return {
    url,
    run,
    reader,
    creator,
    first,
    second,
    visitor: new Client(url),
    hide: (kind: HidingKind, id: string, by = reader) => by.put(`/api/user/hidings/${kind}/${id}`),
    show: (kind: HidingKind, id: string) => reader.delete(`/api/user/hidings/${kind}/${id}`),
    idsFor: async (client: Client): Promise<string[]> =>
      (await client.get(`/api/characters?category=${tag}`)).body.map(({ id }: { id: string }) => id).toSorted(),
  }
}

test.group('Hiding', () => {
  test('a character or its creator leaves the characters out of the user’s lists only', async ({ assert }) => {
    const { reader, creator, visitor, first, second, hide, show, idsFor } = await setUp()
    const both = [first, second].toSorted()
    assert.equal((await hide('character', first)).status, 200)
    assert.equal((await hide('character', first)).status, 200)
    assert.deepEqual([await idsFor(reader), await idsFor(visitor), await idsFor(creator)], [[second], both, both])
    assert.deepEqual((await reader.get('/api/user/hidings')).body, [{ kind: 'character', id: first, name: 'Mo' }])
    assert.equal((await show('character', first)).status, 200)
    assert.equal((await show('character', first)).status, 200)
    assert.deepEqual(await idsFor(reader), both)

    await hide('creator', creator.user.id)
    assert.deepEqual(await idsFor(reader), [])
    assert.equal((await reader.get(`/api/characters/${first}`)).status, 200)
    assert.equal((await reader.post(`/api/characters/${first}/comments`, { content: 'Still here.' })).status, 201)
    assert.deepInclude((await reader.get('/api/user/hidings')).body, {
      kind: 'creator',
      id: creator.user.id,
      name: 'Ines',
    })
  })

  test('never leaves out the user’s own characters', async ({ assert }) => {
    const { creator, first, second, hide, idsFor } = await setUp()
    await hide('character', first, creator)
    assert.deepEqual(await idsFor(creator), [first, second].toSorted())
    assert.equal((await hide('creator', creator.user.id, creator)).body.code, 'oneself')
  })

  test('refuses unknown things and kinds, private characters, and more than 500', async ({ assert }) => {
    const { reader, creator, run, hide, first, visitor } = await setUp()
    assert.equal((await hide('character', newId())).status, 404)
    assert.equal((await hide('person', newId())).status, 404)
    assert.equal((await hide('planet' as HidingKind, first)).status, 404)
    assert.equal((await hide('character', first, visitor)).status, 401)
    await creator.put(`/api/characters/${first}`, { isPublic: false })
    assert.equal((await hide('character', first)).status, 404)
    await run(
      `INSERT INTO hidings (user_id, kind, id) SELECT $1, 'person', uuidv7() FROM generate_series(1, $2::int)`,
      [reader.user.id, limits.hidingsMax - 1]
    )
    assert.equal((await hide('person', creator.user.id)).status, 200)
    assert.equal((await hide('person', creator.user.id)).status, 200)
    assert.equal((await hide('creator', creator.user.id)).body.code, 'too_many_hidings')
  })

  test('ends with the account of either', async ({ assert }) => {
    const { reader, creator, run, hide } = await setUp()
    await hide('person', creator.user.id)
    await creator.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.deepEqual(await run('SELECT id FROM hidings WHERE user_id = $1', [reader.user.id]), [])
  })
})

test.group('Blocking a person', () => {
  test('stops comments in both directions, and hides those of the other', async ({ assert }) => {
    const { reader, creator, visitor, first, hide, show, idsFor, url } = await setUp()
    const other = await new Client(url).register()
    const path = `/api/characters/${first}/comments`
    const post = async (by: Client) => (await by.post(path, { content: 'Hi.' })).status
    const authors = async (client: Client) => (await client.get(path)).body.map(({ user }: any) => user.id).toSorted()
    for (const each of [reader, creator, other]) assert.equal(await post(each), 201)
    const all = [reader, creator, other].map(({ user }) => user.id).toSorted()
    assert.deepEqual(await authors(reader), all)

    await hide('person', creator.user.id)
    assert.equal((await reader.post(path, { content: 'Hi.' })).body.code, 'blocked')
    assert.equal(await post(other), 201)
    assert.notInclude(await authors(reader), creator.user.id)
    assert.notInclude(await authors(creator), reader.user.id)
    assert.includeMembers(await authors(visitor), all)
    assert.deepEqual(await idsFor(reader), [])

    await show('person', creator.user.id)
    assert.equal(await post(reader), 201)
    await hide('person', reader.user.id, creator)
    assert.equal(await post(reader), 403)
  })
})
