import { once } from 'node:events'
import http from 'node:http'
import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { visitServer, withoutFifty } from './support.ts'

const path = '/api/admin/import-characters'
const builtIn = '/api/admin/import-new-characters'

const setUp = async () => {
  const { url, run, admin, user, visitor, word } = await visitServer()
  const entry = (fields: Record<string, unknown> = {}) => ({
    name: 'Mo',
    greeting: 'Hello.',
    backstory: 'Mo was born at sea.',
    personality: 'Calm.',
    tags: [word],
    scenario: 'A pier.',
    category: 'Adventure',
    ...fields,
  })
  const count = async () =>
    (await run('SELECT count(*)::int AS n FROM characters WHERE created_by = $1', [admin.user.id]))[0].n as number
  return { url, admin, user, visitor, entry, word, run, count }
}

test.group('Importing over HTTP', () => {
  test('accepts a list or an object, and reports refused entries', async ({ assert }) => {
    const { admin, visitor, entry, word } = await setUp()
    const entries = [
      entry(),
      entry({ name: '' }),
      entry({ name: 'Half \ud800' }),
      entry({ name: 'Ann', category: 'Furry' }),
    ]
    const first = await admin.post(path, entries)
    assert.equal(first.status, 200)
    assert.deepInclude(first.body, { imported: 2, total: 4 })
    assert.deepEqual(
      first.body.errors.map(({ index, name }: { index: number; name: string }) => [index, name]),
      [
        [1, ''],
        [2, null],
      ]
    )
    assert.deepInclude((await admin.post(path, { characters: entries })).body, { imported: 0, total: 4 })
    const listed = (await visitor.get(`/api/characters?category=${word}`)).body
    assert.lengthOf(listed, 2)
    const ann = listed.find(({ name }: { name: string }) => name === 'Ann')
    assert.deepInclude(ann, { createdBy: admin.user.id, category: 'General', tags: [word, 'Furry'] })
    assert.equal((await visitor.get(ann.avatar)).headers['content-type'], 'image/svg+xml')
    assert.deepEqual((await admin.post(path, [])).body, { imported: 0, total: 0, errors: [] })
  })

  test('is for admins only, and doesn’t read other users’ bodies', async ({ assert }) => {
    const { user, visitor, entry } = await setUp()
    assert.equal((await visitor.post(path, [entry()])).status, 401)
    assert.equal((await user.post(path, [entry()])).status, 403)
    const { status } = await user.call(path, { method: 'POST', rawBody: '{' })
    assert.equal(status, 403)
  })

  for (const [what, body, status] of [
    ['no JSON', '[{"name":', 400],
    ['no list', '{"name":"Mo"}', 400],
    ['a list with something that is no JSON', '[{"name":"Mo",}]', 400],
    ['nothing', '', 400],
  ] as const)
    test(`returns ${status} for ${what} and stores nothing`, async ({ assert }) => {
      const { admin, entry, count } = await setUp()
      const rawBody = body && body.startsWith('[') ? `[${JSON.stringify(entry())},${body.slice(1)}` : body
      const answer = await admin.call(path, { method: 'POST', rawBody })
      assert.equal(answer.status, status)
      assert.property(answer.body, 'message')
      assert.equal(await count(), 0)
    })

  test('returns 415 for another content type, 422 for 10,001 entries and 413 for more than 64 MiB', async ({
    assert,
  }) => {
    const { admin, entry, count } = await setUp()
    const headers = { 'content-type': 'text/csv' }
    assert.equal((await admin.call(path, { method: 'POST', rawBody: 'a,b', headers })).status, 415)
    const many = await admin.post(
      path,
      Array.from({ length: 10_001 }, (_, n) => entry({ name: `Mo ${n}` }))
    )
    assert.deepEqual([many.status, many.body.code], [422, 'too_many_entries'])
    const large = Buffer.alloc(65 * 1_048_576, ' ')
    large.write('[')
    const tooLarge = await admin.call(path, { method: 'POST', rawBody: large })
    assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'too_large'])
    assert.equal(await count(), 0)
    assert.equal((await admin.get('/api/auth/user')).status, 200)
  }).tags(longRun)

  test('accepts a larger body than other calls', async ({ assert }) => {
    const { admin, entry } = await setUp()
    const entries = Array.from({ length: 1_500 }, (_, n) => entry({ name: `Large ${n}`, backstory: 'é'.repeat(8_000) }))
    const { status, body } = await admin.post(path, entries)
    assert.deepEqual([status, body.imported], [200, 1_500])
  }).tags(longRun)

  test('stores nothing when the client disconnects', async ({ assert }) => {
    const { url, admin, entry, count } = await setUp()
    const request = http.request(url + path, {
      method: 'POST',
      headers: {
        cookie: admin.cookie,
        'content-type': 'application/json',
        'content-length': '1000000',
        expect: '100-continue',
      },
    })
    request.on('error', () => {})
    request.flushHeaders()
    // The server has begun the request.
    await once(request, 'continue')
    await new Promise((resolve) => request.write(`[${JSON.stringify(entry())},`, resolve))
    request.destroy()
    // The server gets this request after the end of the other one.
    assert.equal((await admin.post(path, [entry()])).body.imported, 1)
    assert.equal(await count(), 1)
  })

  test('treats the seeded eight as duplicates, and refuses unknown sets', async ({ assert }) => {
    const { admin, user, visitor } = await setUp()
    assert.equal((await visitor.post(builtIn)).status, 401)
    assert.equal((await user.post(builtIn)).status, 403)
    for (const body of [undefined, {}, { set: 'eight' }]) {
      const answer = await admin.post(builtIn, body)
      assert.deepEqual([answer.status, answer.body], [200, { imported: 0, total: 8, errors: [] }])
    }
    for (const set of ['nine', 'Fifty', 'toString', 8, null, ['fifty']]) {
      const { status, body } = await admin.post(builtIn, { set })
      assert.deepEqual([status, body.code], [422, 'no_such_set'], String(set))
      assert.equal(body.errors[0].field, 'set')
    }
  })

  test('imports the built-in fifty for the built-in account once, and a deleted one again', async ({ assert }) => {
    const { admin, visitor, run, count } = await setUp()
    const ownerId = await withoutFifty(run)
    const ask = () => admin.post(builtIn, { set: 'fifty' })
    const all = { total: 50, errors: [] }
    const answers = await Promise.all([ask(), ask()])
    assert.sameDeepMembers(
      answers.map(({ body }) => body),
      [
        { imported: 50, ...all },
        { imported: 0, ...all },
      ]
    )
    assert.equal(await count(), 0)

    const find = async (name: string) =>
      (
        await run('SELECT id FROM characters WHERE created_by = $1 AND name = $2 AND deleted_at IS NULL', [
          ownerId,
          name,
        ])
      )[0]
    const { id } = await find('Kiln')
    const { body: kiln } = await visitor.get(`/api/characters/${id}`)
    assert.deepInclude(kiln, { category: 'Sci-Fi', isNsfw: false, isPublic: true, createdBy: ownerId })
    for (const address of [kiln.avatar, kiln.background]) {
      const picture = await visitor.get(address)
      assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/webp'])
    }
    assert.deepEqual([kiln.alternateGreetings, kiln.exampleDialogue, kiln.lorebookIds], [[], null, []])
    const partsOf = async (name: string) =>
      (await run('SELECT * FROM character_parts WHERE character_id = $1', [(await find(name)).id]))[0]
    assert.lengthOf((await partsOf('Kiln')).alternate_greetings, 1)
    const strix = await partsOf('Madam Justice Strix')
    assert.match(strix.example_dialogue, /^<START>\n{{user}}: /)
    const books = await run('SELECT name, entry_count, user_id FROM lorebooks WHERE id = ANY ($1)', [
      strix.lorebook_ids,
    ])
    assert.deepEqual(books, [{ name: 'Elder Wood', entry_count: 5, user_id: ownerId }])

    assert.equal((await admin.delete(`/api/admin/characters/${id}`)).status, 200)
    assert.deepEqual((await ask()).body, { imported: 1, ...all })
  })

  test('skips built-in characters that the admin owns from an earlier release', async ({ assert }) => {
    const { admin, run } = await setUp()
    const ownerId = await withoutFifty(run)
    const ask = async () => (await admin.post(builtIn, { set: 'fifty' })).body.imported
    assert.equal(await ask(), 50)
    await run(`UPDATE characters SET created_by = $1 WHERE created_by = $2 AND name = 'Kiln' AND deleted_at IS NULL`, [
      admin.user.id,
      ownerId,
    ])
    assert.equal(await ask(), 0)
  })
})
