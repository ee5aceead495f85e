import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#modules/kernel/ids'
import { blankBook, blankEntry, limits } from '../api.ts'
import { Lore } from '../index.ts'
import { database } from './support.ts'

const lore = () => app.container.make(Lore)
const entry = (origin: string | null, fields = {}) => ({ ...blankEntry, ...fields, origin })
const original = { format: 'sillytavern', bytes: Buffer.from('{"entries":{"a":1.0}}') }

test.group('Importing a lorebook', () => {
  test('stores the entries in order with the bytes of the file, and gives them back', async ({ assert }) => {
    const ownerId = newId()
    const fields = {
      keys: ['net', '/n.t/i'],
      content: 'Hemp.\n🦊',
      name: 'Nets',
      characterFilter: { exclude: true, names: ['Mo'], tags: [] },
    }
    const entries = [entry('7', fields), entry('3'), entry(null)]
    const book = { name: 'Sea', description: 'Ships.', scanDepth: 4, tokenBudget: 900, recursive: true }
    const made = await (await lore()).createFromImport(ownerId, { book, entries }, original)
    assert.isTrue(made.ok)
    if (!made.ok) return
    assert.equal(made.value.entryCount, 3)
    const read = await (await lore()).readForExport(ownerId, made.value.id)
    assert.deepEqual(read, { book, entries, original })
    assert.isNull(await (await lore()).readForExport(newId(), made.value.id))
    const { rows } = await (await database()).rawQuery('SELECT bytes FROM lorebooks WHERE id = ?', [made.value.id])
    assert.isAbove(Number(rows[0].bytes), original.bytes.length)
  })

  test('keeps the order of a large book', async ({ assert }) => {
    const entries = Array.from({ length: 1_203 }, (_, n) => entry(String(n), { content: `Text ${n}.` }))
    const ownerId = newId()
    const made = await (await lore()).createFromImport(ownerId, { book: { ...blankBook, name: 'Sea' }, entries }, null)
    if (!made.ok) throw new Error(made.failure.message)
    const read = await (await lore()).readForExport(ownerId, made.value.id)
    assert.deepEqual(
      read!.entries.map(({ origin }) => origin),
      entries.map(({ origin }) => origin)
    )
    assert.isNull(read!.original)
  })

  test('gives a book without a name one, and shortens a longer one', async ({ assert }) => {
    const nameOf = async (name: string) => {
      const ownerId = newId()
      const made = await (await lore()).createFromImport(ownerId, { book: { ...blankBook, name }, entries: [] }, null)
      return made.ok ? (await (await lore()).readForExport(ownerId, made.value.id))!.book.name : null
    }
    assert.equal(await nameOf(' '), 'Lorebook')
    assert.equal(await nameOf('🦊'.repeat(600)), '🦊'.repeat(500))
  })

  test('refuses a text over a limit with its place, and stores nothing', async ({ assert }) => {
    const ownerId = newId()
    const refused = async (entries: ReturnType<typeof entry>[]) => {
      const made = await (
        await lore()
      ).createFromImport(ownerId, { book: { ...blankBook, name: 'Sea' }, entries }, null)
      return made.ok ? null : made.failure
    }
    assert.deepEqual(await refused([entry('0'), entry('1', { content: 'x'.repeat(100_001) })]), {
      kind: 'invalid',
      field: 'entries.1.content',
      message: 'Entry 2: The text may have at most 100,000 characters.',
    })
    assert.match((await refused([entry('0', { keys: ['a\0'] })]))!.message, /^Entry 1: A key has characters/)
    const many = Array.from({ length: limits.entriesMax + 1 }, () => entry(null))
    assert.match((await refused(many))!.message, /^The lorebook has 10,001 entries\./)
    const heavy = Array.from({ length: 220 }, () => entry(null, { content: 'x'.repeat(100_000) }))
    assert.deepInclude((await refused(heavy))!, { kind: 'full' })
    const { rows } = await (await database()).rawQuery('SELECT FROM lorebooks WHERE user_id = ?', [ownerId])
    assert.isEmpty(rows)
  })

  test('replaces a lorebook within the limits, and only for its owner', async ({ assert }) => {
    const ownerId = newId()
    const book = { ...blankBook, name: 'Sea' }
    const store = await lore()
    const made = await store.createFromImport(ownerId, { book, entries: [entry('0'), entry('1')] }, original)
    if (!made.ok) throw new Error(made.failure.message)
    const { id } = made.value
    const next = { book: { ...book, name: 'Coast' }, entries: [entry('5', { content: 'New.' })] }
    assert.isNull(await store.replaceFromImport(newId(), id, next, null))
    assert.deepEqual(await store.replaceFromImport(ownerId, id, next, null), { ok: true, value: { id, entryCount: 1 } })
    assert.deepEqual(await store.readForExport(ownerId, id), { ...next, original: null })
    const { rows } = await (
      await database()
    ).rawQuery(
      `SELECT books.bytes::int, entry_count, books.revision, sum(entries.bytes)::int AS entries
       FROM lorebooks AS books JOIN lorebook_entries AS entries ON entries.lorebook_id = books.id WHERE books.id = ? GROUP BY books.user_id, books.id`,
      [id]
    )
    assert.deepInclude(rows[0], { bytes: rows[0].entries, entry_count: 1, revision: 2 })
    const heavy = Array.from({ length: 220 }, () => entry(null, { content: 'x'.repeat(100_000) }))
    const refused = await store.replaceFromImport(ownerId, id, { book, entries: heavy }, null)
    assert.deepInclude(refused!.ok ? {} : refused!.failure, { kind: 'full' })
    assert.deepEqual(await store.readForExport(ownerId, id), { ...next, original: null })
  })

  test('joins the caller’s transaction', async ({ assert }) => {
    const ownerId = newId()
    const db = await database()
    const trx = await db.transaction()
    const made = await (
      await lore()
    ).createFromImport(ownerId, { book: { ...blankBook, name: 'Sea' }, entries: [entry('0')] }, null, trx)
    assert.isTrue(made.ok)
    await trx.rollback()
    const { rows } = await db.rawQuery('SELECT FROM lorebooks WHERE user_id = ?', [ownerId])
    assert.isEmpty(rows)
  })

  test('gives the engine the books in the given order, and only the user’s own', async ({ assert }) => {
    const ownerId = newId()
    const make = async (name: string) => {
      const made = await (
        await lore()
      ).createFromImport(
        ownerId,
        { book: { ...blankBook, name, scanDepth: 5 }, entries: [entry('0', { content: name })] },
        null
      )
      if (!made.ok) throw new Error(made.failure.message)
      return made.value.id
    }
    const [sea, land] = [await make('Sea'), await make('Land')]
    const read = await (await lore()).readForActivation(ownerId, [land, sea, land], 'chat')
    if (!read.ok) throw new Error(read.failure)
    assert.deepEqual(
      read.value.map(({ id, origin, scanDepth, entries }) => [id, origin, scanDepth, entries[0]!.content]),
      [
        [land, 'chat', 5, 'Land'],
        [sea, 'chat', 5, 'Sea'],
      ]
    )
    assert.deepEqual(await (await lore()).readForActivation(newId(), [sea], 'chat'), { ok: false, failure: 'unknown' })
  })

  test('is marked as left out of a prompt without room, and others of the user or the character stay', async ({
    assert,
  }) => {
    const ownerId = newId()
    const make = async (entries: number, content: string) => {
      const made = await (
        await lore()
      ).createFromImport(
        ownerId,
        {
          book: { ...blankBook, name: `${entries} entries` },
          entries: Array.from({ length: entries }, (_, n) => entry(String(n), { content })),
        },
        null
      )
      if (!made.ok) throw new Error(made.failure.message)
      return made.value.id
    }
    const ids = [await make(1, 'x'), await make(2, 'x'), await make(3, 'x')]
    // Together, the first two leave room for two entries.
    for (const [at, count] of [limits.entriesMax, limits.promptEntriesMax - limits.entriesMax - 2].entries())
      await (await database()).rawQuery('UPDATE lorebooks SET entry_count = ? WHERE id = ?', [count, ids[at]!])
    const read = await (
      await lore()
    ).readForReply([
      { ownerId, bookIds: ids, origin: 'chat' },
      { ownerId, bookIds: [await make(4, 'x')], origin: 'character' },
    ])
    assert.deepEqual(
      read.map(({ entries, leftOut }) => [entries.length, leftOut?.name ?? null]),
      [
        [1, null],
        [2, null],
        [0, '3 entries'],
        [4, null],
      ]
    )
    assert.deepEqual(await (await lore()).readForActivation(ownerId, ids, 'chat'), { ok: false, failure: 'too_large' })
  })

  test('is read once for concurrent prompts', async ({ assert }) => {
    const ownerId = newId()
    const made = await (
      await lore()
    ).createFromImport(ownerId, { book: { ...blankBook, name: 'Sea' }, entries: [entry('0', { content: 'x' })] }, null)
    if (!made.ok) throw new Error(made.failure.message)
    const request = { ownerId, bookIds: [made.value.id], origin: 'chat' as const }
    const reads = await Promise.all([1, 2, 3].map(async () => (await lore()).readForReply([request])))
    assert.isTrue(reads.every(([read]) => read!.entries === reads[0]![0]!.entries))
  })
})
