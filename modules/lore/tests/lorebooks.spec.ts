import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { newId } from '#modules/kernel/ids'
import { blankEntry, limits, type Lorebook } from '../api.ts'
import { SaveEntry } from '../src/actions/save_entry.ts'
import { SaveLorebook } from '../src/actions/save_lorebook.ts'
import type { LorebookLimit } from '../src/rate_limits.ts'
import { database, readAll, setUp } from './support.ts'

const pathOf = ({ id }: { id: string }) => `/api/lorebooks/${id}`
const entriesOf = ({ id }: { id: string }) => `/api/lorebooks/${id}/entries`
const never = { count: async () => null } as unknown as LorebookLimit
const always = { count: async () => 7 } as unknown as LorebookLimit

test.group('Lorebooks', () => {
  test('are created with defaults, and listed newest first', async ({ assert }) => {
    const { owner, other, make } = await setUp()
    const first = await make({ name: '  Sea ', revision: 9, entryCount: 4, ownerId: newId() })
    const { id, createdAt, updatedAt, ...fields } = first
    assert.deepEqual(fields, {
      name: 'Sea',
      description: '',
      scanDepth: null,
      tokenBudget: null,
      recursive: null,
      alwaysOn: false,
      entryCount: 0,
      revision: 1,
      importedFrom: null,
    })
    assert.isTrue(new Date(createdAt).toISOString() === createdAt && updatedAt >= createdAt)
    const second = await make({
      name: 'Land',
      description: 'Hills.',
      scanDepth: 3,
      tokenBudget: 500,
      recursive: false,
      alwaysOn: true,
    })
    assert.deepInclude(second, {
      alwaysOn: true,
      description: 'Hills.',
      scanDepth: 3,
      tokenBudget: 500,
      recursive: false,
    })
    const usedBy = { characters: [], count: 0 }
    assert.deepEqual((await owner.get('/api/lorebooks')).body, [
      { ...second, usedBy },
      { ...first, usedBy },
    ])
    assert.deepEqual((await owner.get(pathOf(first))).body, { ...first, usedBy })
    assert.deepEqual((await other.get('/api/lorebooks')).body, [])
    assert.equal(id, first.id)
  })

  test('are paged', async ({ assert }) => {
    const { owner, make } = await setUp()
    const made: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) made.unshift((await make({ name })).id)
    const { entries, sizes } = await readAll(owner, '/api/lorebooks?limit=2')
    assert.deepEqual([sizes, entries.map(({ id }) => id)], [[2, 2, 1], made])
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'limit[]=1', 'cursor=zzz', 'cursor='])
      assert.equal((await owner.get(`/api/lorebooks?${query}`)).status, 422, query)
  })

  test('are edited by their revision: a stale one is a conflict', async ({ assert }) => {
    const { owner, make } = await setUp()
    const book = await make()
    const edited = await owner.put(pathOf(book), { name: 'Land', revision: 1 })
    assert.deepEqual([edited.status, edited.body.name, edited.body.revision], [200, 'Land', 2])
    const stale = await owner.put(pathOf(book), { name: 'Sky', revision: 1 })
    assert.deepEqual([stale.status, stale.body.code], [409, 'stale'])
    assert.equal((await owner.put(pathOf(book), { name: 'Sky' })).status, 422)
    assert.deepInclude((await owner.get(pathOf(book))).body, edited.body)
    const cleared = await owner.put(pathOf(book), { scanDepth: null, recursive: true, revision: 2 })
    assert.deepInclude(cleared.body, { name: 'Land', scanDepth: null, recursive: true, revision: 3 })
  })

  test('let only one of two concurrent edits of a revision win', async ({ assert }) => {
    const { owner, make } = await setUp()
    const book = await make()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => owner.put(pathOf(book), { name, revision: 1 }))
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
  })

  test('report every problem of the input', async ({ assert }) => {
    const { owner } = await setUp()
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: 'x'.repeat(501) }, 'name'],
      [{ name: 'a', description: 'x'.repeat(20_001) }, 'description'],
      [{ name: 'a', scanDepth: -1 }, 'scanDepth'],
      [{ name: 'a', scanDepth: 1.5 }, 'scanDepth'],
      [{ name: 'a', tokenBudget: 0 }, 'tokenBudget'],
      [{ name: 'a', recursive: 'yes' }, 'recursive'],
    ] as const) {
      const { status, body: answer } = await owner.post('/api/lorebooks', body)
      assert.equal(status, 422, JSON.stringify(body).slice(0, 80))
      assert.equal(answer.errors[0].field, field)
      assert.match(answer.message, /\.$/)
    }
    for (const body of [[], 'x', null]) assert.equal((await owner.post('/api/lorebooks', body)).status, 422)
  })

  test('of other users look like unknown ones', async ({ assert }) => {
    const { owner, other, visitor, run, make, add } = await setUp()
    const book = await make()
    const entry = await add(book, { content: 'Hemp.' })
    const admin = other
    await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
    const mine = await make({}, other)
    const calls: [string, string, unknown?][] = [
      ['GET', pathOf(book)],
      ['PUT', pathOf(book), { name: 'Mine', revision: 1 }],
      ['DELETE', pathOf(book)],
      ['GET', entriesOf(book)],
      ['POST', entriesOf(book), { content: 'x' }],
      ['PUT', `${entriesOf(book)}/${entry.id}`, { content: 'x', revision: 1 }],
      ['DELETE', `${entriesOf(book)}/${entry.id}`],
      ['PUT', `${entriesOf(mine)}/${entry.id}`, { content: 'x', revision: 1 }],
      ['DELETE', `${entriesOf(mine)}/${entry.id}`],
      ['POST', '/api/lorebooks/test', { lorebookIds: [mine.id, book.id], text: 'x' }],
    ]
    for (const [method, path, body] of calls) {
      assert.equal((await other.call(path, { method, body })).status, 404, `${method} ${path}`)
      assert.equal((await visitor.call(path, { method, body })).status, 401, `${method} ${path}`)
    }
    assert.deepEqual((await owner.get(entriesOf(book))).body, [entry])
    for (const path of [`/api/lorebooks/${newId()}`, '/api/lorebooks/nonsense', `${entriesOf(book)}/${newId()}`])
      assert.equal((await owner.delete(path)).status, 404)
  })

  test('are deleted with their entries', async ({ assert }) => {
    const { owner, run, make, add } = await setUp()
    const book = await make()
    await add(book)
    assert.equal((await owner.delete(pathOf(book))).status, 200)
    assert.equal((await owner.delete(pathOf(book))).status, 404)
    assert.isEmpty(await run('SELECT FROM lorebook_entries WHERE lorebook_id = $1', [book.id]))
  })

  test('are at most five hundred for a user, also concurrently', async ({ assert }) => {
    const db = await database()
    const [ownerId, saving] = [newId(), new SaveLorebook(db, never)]
    await db.rawQuery(
      `INSERT INTO lorebooks (id, user_id, name, description)
       SELECT uuidv7(), ?::uuid, 'Full', '' FROM generate_series(1, ?::int)`,
      [ownerId, limits.booksMax - 2]
    )
    const made = await Promise.all([1, 2, 3, 4].map(() => saving.create(ownerId, { name: 'Sea' })))
    assert.equal(made.filter(({ ok }) => ok).length, 2)
    assert.isTrue(made.some((one) => !one.ok && one.failure.kind === 'full'))
    assert.isTrue((await saving.create(newId(), { name: 'Sea' })).ok)
  })

  test('are limited in time, and invalid input does not count', async ({ assert }) => {
    const saving = new SaveLorebook(await database(), always)
    assert.deepEqual(await saving.create(newId(), { name: 'Sea' }), {
      ok: false,
      failure: { kind: 'too_many', retryAfterSeconds: 7 },
    })
    const invalid = await saving.create(newId(), {})
    assert.isTrue(!invalid.ok && invalid.failure.kind === 'invalid')
  })
})

test.group('Entries of a lorebook', () => {
  test('are added with defaults and count in the book', async ({ assert }) => {
    const { owner, make, add } = await setUp()
    const book = await make()
    const entry = await add(book, { name: 'Nets', keys: ['net'], content: 'Hemp.', sticky: 2, made: 'up', revision: 8 })
    const { id, revision, updatedAt, ...fields } = entry
    assert.deepEqual(fields, { ...blankEntry, name: 'Nets', keys: ['net'], content: 'Hemp.', sticky: 2 })
    assert.deepEqual([revision, new Date(updatedAt).toISOString()], [1, updatedAt])
    assert.deepEqual((await owner.get(entriesOf(book))).body, [entry])
    assert.equal((await owner.get(pathOf(book))).body.entryCount, 1)
    assert.equal((await owner.delete(`${entriesOf(book)}/${id}`)).status, 200)
    assert.equal((await owner.delete(`${entriesOf(book)}/${id}`)).status, 404)
    assert.equal((await owner.get(pathOf(book))).body.entryCount, 0)
  })

  test('are edited by their revision, with all other fields kept', async ({ assert }) => {
    const { owner, make, add } = await setUp()
    const book = await make()
    const entry = await add(book, { keys: ['net'], content: 'Hemp.', caseSensitive: true })
    const path = `${entriesOf(book)}/${entry.id}`
    const edited = await owner.put(path, { content: 'Flax.', caseSensitive: null, revision: 1 })
    assert.deepEqual(edited.body, {
      ...entry,
      content: 'Flax.',
      caseSensitive: null,
      revision: 2,
      updatedAt: edited.body.updatedAt,
    })
    assert.equal((await owner.put(path, { content: 'Silk.', revision: 1 })).status, 409)
    assert.equal((await owner.put(path, { content: 'Silk.' })).status, 422)
    assert.deepEqual((await owner.get(entriesOf(book))).body, [edited.body])
    // The book has its own revision.
    assert.equal((await owner.get(pathOf(book))).body.revision, 1)
  })

  test('stay in order, and move', async ({ assert }) => {
    const { owner, make, add } = await setUp()
    const book = await make()
    const ids = new Map<string, string>()
    const put = async (name: string, after?: string | null) =>
      ids.set(name, (await add(book, { name, ...(after !== undefined && { after }) })).id)
    const names = async () => (await owner.get(entriesOf(book))).body.map(({ name }: { name: string }) => name).join('')
    for (const name of ['a', 'b', 'c']) await put(name)
    await put('d', null)
    await put('e', ids.get('a'))
    assert.equal(await names(), 'daebc')
    const move = async (name: string, after: string | null) => {
      const { body } = await owner.get(entriesOf(book))
      const { id, revision } = body.find((entry: { name: string }) => entry.name === name)
      return (await owner.put(`${entriesOf(book)}/${id}`, { revision, after: after && ids.get(after) })).status
    }
    assert.equal(await move('c', null), 200)
    assert.equal(await move('d', 'e'), 200)
    assert.equal(await names(), 'caedb')
    assert.equal(await move('c', 'c'), 422)
    const unknown = await owner.post(entriesOf(book), { after: newId() })
    assert.deepEqual([unknown.status, unknown.body.errors[0].field], [422, 'after'])
    assert.equal(await names(), 'caedb')
  })

  test('stay in order when the room between two is used up', async ({ assert }) => {
    const { owner, run, make, add } = await setUp()
    const book = await make()
    const first = await add(book, { name: 'first' })
    await add(book, { name: 'last' })
    const wanted = ['last']
    for (let n = 0; n < 30; n++) {
      await add(book, { name: String(n), after: first.id })
      wanted.unshift(String(n))
    }
    const { body } = await owner.get(entriesOf(book))
    assert.deepEqual(
      body.map(({ name }: { name: string }) => name),
      ['first', ...wanted]
    )
    const rows = await run('SELECT DISTINCT position FROM lorebook_entries WHERE lorebook_id = $1', [book.id])
    assert.lengthOf(rows, 32)
  }).tags(longRun)

  test('are paged by number and by size', async ({ assert }) => {
    const { owner, run, make } = await setUp()
    const book = await make()
    const fields = { ...blankEntry, name: undefined, content: undefined }
    const fill = (from: number, to: number, letters: number) =>
      run(
        `INSERT INTO lorebook_entries (user_id, id, lorebook_id, position, name, content, fields, bytes)
         SELECT $5, uuidv7(), $1, n / 2, n::text, repeat('x', $4), $6, $4 FROM generate_series($2::int, $3::int) AS n`,
        [book.id, from, to, letters, owner.user.id, JSON.stringify(fields)]
      )
    await fill(1, 250, 10)
    const small = await readAll(owner, `${entriesOf(book)}?limit=100`)
    assert.deepEqual(small.sizes, [100, 100, 50])
    assert.equal(new Set(small.entries.map(({ name }) => name)).size, 250)
    const positions = small.entries.map(({ name }) => Math.floor(Number(name) / 2))
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b)
    )
    await fill(1_000, 1_059, 100_000)
    const { sizes } = await readAll(owner, `${entriesOf(book)}?limit=500`)
    assert.deepEqual(sizes, [271, 21, 18])
    for (const query of ['limit=0', 'limit=501', 'cursor=zzz'])
      assert.equal((await owner.get(`${entriesOf(book)}?${query}`)).status, 422)
  })

  test('report problems with the field, and change nothing', async ({ assert }) => {
    const { owner, make, add } = await setUp()
    const book = await make()
    const entry = await add(book)
    for (const [fields, field] of [
      [{ content: 'x'.repeat(100_001) }, 'content'],
      [{ keys: 'net' }, 'keys'],
      [{ keys: [7] }, 'keys.0'],
      [{ keys: ['x'.repeat(1_001)] }, 'keys.0'],
      [{ keys: Array.from({ length: 301 }, () => 'x') }, 'keys'],
      [{ probability: 101 }, 'probability'],
      [{ order: 1e9 }, 'order'],
      [{ logic: 'or' }, 'logic'],
      [{ position: 'somewhere' }, 'position'],
      [{ role: 'king' }, 'role'],
      [{ enabled: 'yes' }, 'enabled'],
      [{ characterFilter: { names: [] } }, 'characterFilter.exclude'],
      [{ alsoReads: ['diary'] }, 'alsoReads.0'],
      [{ sticky: null }, 'sticky'],
    ] as const) {
      for (const { status, body } of [
        await owner.post(entriesOf(book), fields),
        await owner.put(`${entriesOf(book)}/${entry.id}`, { ...fields, revision: 1 }),
      ]) {
        assert.equal(status, 422, JSON.stringify(fields).slice(0, 80))
        assert.equal(body.errors[0].field, field)
      }
    }
    assert.deepEqual((await owner.get(entriesOf(book))).body, [entry])
    assert.equal((await owner.post(entriesOf(book), { content: '🦊'.repeat(100_000) })).status, 201)
  })

  test('are at most ten thousand in a book', async ({ assert }) => {
    const { owner, run, make } = await setUp()
    const book = await make()
    await run('UPDATE lorebooks SET entry_count = $2 WHERE id = $1', [book.id, limits.entriesMax - 1])
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(entriesOf(book), {})))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422])
    assert.equal(answers.find(({ status }) => status === 422)!.body.code, 'limit_reached')
  })

  test('fit into the size of a book and of a user', async ({ assert }) => {
    const { owner, run, make, add } = await setUp()
    const [book, other] = [await make(), await make()]
    const entry = await add(book, { content: 'x' })
    await run('UPDATE lorebooks SET bytes = $2 WHERE id = $1', [book.id, limits.bookBytesMax - 10])
    const refused = await owner.post(entriesOf(book), { content: 'x' })
    assert.match(refused.body.message, /^A lorebook may have at most 20 MiB/)
    const longer = await owner.put(`${entriesOf(book)}/${entry.id}`, { content: 'x'.repeat(50), revision: 1 })
    assert.equal(longer.body.code, 'limit_reached')
    const shorter = await owner.put(`${entriesOf(book)}/${entry.id}`, { content: '', revision: 1 })
    assert.equal(shorter.status, 200)
    // The original file of an import counts for the user, not for the book.
    await run(
      `UPDATE lorebooks SET bytes = $2, original = decode(repeat('00', 1000), 'hex'), original_format = 'v3' WHERE id = $1`,
      [book.id, limits.bookBytesMax]
    )
    assert.equal((await owner.post(entriesOf(book), { content: 'x' })).status, 201)
    await run('UPDATE lorebooks SET bytes = $2 WHERE id = $1', [book.id, limits.personBytesMax])
    assert.match((await owner.post(entriesOf(other), {})).body.message, /^Your lorebooks may have at most 512 MiB/)
  })

  test('are limited in time', async ({ assert }) => {
    const saving = new SaveEntry(await database(), always)
    const failure = { kind: 'too_many' as const, retryAfterSeconds: 7 }
    assert.deepEqual(await saving.add(newId(), newId(), {}), { ok: false, failure })
    assert.deepEqual(await saving.edit(newId(), newId(), newId(), {}), { ok: false, failure })
  })

  test('count in bytes what they and their changes take', async ({ assert }) => {
    const { owner, run, make, add } = await setUp()
    const book = await make()
    const bytes = async () => Number((await run('SELECT bytes FROM lorebooks WHERE id = $1', [book.id]))[0].bytes)
    const entry = await add(book, { content: 'é' })
    const before = await bytes()
    await owner.put(`${entriesOf(book)}/${entry.id}`, { content: 'éé🦊', revision: 1 })
    assert.equal(await bytes(), before + 6)
    await owner.delete(`${entriesOf(book)}/${entry.id}`)
    assert.equal(await bytes(), 0)
  })
})

test.group('Lorebooks of an account', () => {
  test('are in its data export, and in no other', async ({ assert }) => {
    const { owner, other, make, add } = await setUp()
    const book = await make()
    const entries = [await add(book, { content: 'One.' }), await add(book, { content: 'Two.' })]
    const empty = await make({ name: 'Empty' })
    await make({ name: 'Foreign' }, other)
    const { lorebooks } = (await owner.get('/api/user/export')).body
    const shown: Lorebook = { ...book, entryCount: 2, updatedAt: lorebooks[0].updatedAt }
    assert.deepEqual(lorebooks, [
      { ...shown, entries },
      { ...empty, entries: [] },
    ])
  })

  test('are deleted with the account', async ({ assert }) => {
    const { owner, other, run, make, add } = await setUp()
    const book = await make()
    await add(book)
    const theirs = await make({}, other)
    const { status, text } = await owner.call('/api/user', {
      method: 'DELETE',
      body: { currentPassword: 'correct horse' },
    })
    assert.equal(status, 200, text)
    assert.isEmpty(await run('SELECT FROM lorebooks WHERE user_id = $1', [owner.user.id]))
    assert.isEmpty(await run('SELECT FROM lorebook_entries WHERE lorebook_id = $1', [book.id]))
    assert.equal((await other.get(pathOf(theirs))).status, 200)
  })
})
