import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Accounts } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { limits as loreLimits } from '#modules/lore/api'
import { readBuiltInSet } from '../src/built_in/content.ts'
import {
  BuiltInImports,
  CharacterImports,
  Gallery,
  MalformedImport,
  type ImportOptions,
  type ImportRefusal,
  type ReadEntry,
} from '../index.ts'
import { DeleteCharacter } from '../src/actions/delete_character.ts'
import { aViewer, database, newWord } from './support.ts'
import { longRun } from '#tests/support/long_run'

const anEntry = (fields: Record<string, unknown> = {}) => ({
  name: 'Mo',
  greeting: 'Hello.',
  backstory: 'Mo was born at sea. Nobody knows when.',
  personality: 'Calm.',
  tags: ['Sea'],
  scenario: 'A pier.',
  category: 'Adventure',
  ...fields,
})

async function* each(values: Iterable<unknown>): AsyncGenerator<ReadEntry> {
  for (const value of values) yield { value }
}

const importing = async (values: Iterable<unknown>, options: Partial<ImportOptions> = {}) => {
  const errors: ImportRefusal[] = []
  const ownerId = options.ownerId ?? newId()
  const imports = await app.container.make(CharacterImports)
  const outcome = await imports.run(each(values), { ownerId, onRefused: (one) => errors.push(one), ...options })
  return { outcome, errors, ownerId }
}

const owned = async (ownerId: string) =>
  (await database()).from('characters').where('created_by', ownerId).whereNull('deleted_at').orderBy('id')

/** Broken entries and the messages about them. */
const broken: [entry: unknown, name: string | null, expected: RegExp][] = [
  [null, null, /must be an object/],
  [7, null, /must be an object/],
  ['a text', null, /must be an object/],
  [[], null, /must be an object/],
  [[anEntry()], null, /must be an object/],
  [{}, null, /Needs a name, a backstory and a personality/],
  [anEntry({ name: undefined }), null, /Needs a name/],
  [anEntry({ name: null }), null, /Needs a name/],
  [anEntry({ name: '  ' }), '  ', /Needs a name/],
  [anEntry({ name: '\u200b\u2060' }), '\u200b\u2060', /Needs a name/],
  [anEntry({ name: 7 }), null, /The name must be text/],
  [anEntry({ name: ['Mo'] }), null, /The name must be text/],
  [anEntry({ name: 'x'.repeat(81) }), 'x'.repeat(80), /at most 80 characters/],
  [anEntry({ name: 'half \ud83d' }), null, /can’t be stored/],
  [anEntry({ backstory: '' }), 'Mo', /Needs a name, a backstory/],
  [anEntry({ backstory: undefined }), 'Mo', /Needs a name, a backstory/],
  [anEntry({ backstory: {} }), 'Mo', /The backstory must be text/],
  [anEntry({ backstory: 'x'.repeat(100_001) }), 'Mo', /at most 100,000/],
  [
    anEntry({ backstory: 'A story of gore.' }),
    'Mo',
    /^Characters cannot contain: gore \(backstory: “A story of gore.”\)$/,
  ],
  [anEntry({ backstory: 'nul \u0000' }), 'Mo', /can’t be stored/],
  [anEntry({ personality: null }), 'Mo', /Needs a name, a backstory/],
  [anEntry({ personality: 1 }), 'Mo', /The personality must be text/],
  [anEntry({ personality: 'x'.repeat(50_001) }), 'Mo', /at most 50,000/],
  [anEntry({ personality: 'sKaT' }), 'Mo', /^Characters cannot contain: skat \(personality: “sKaT”\)$/],
  [anEntry({ description: 'carnivore' }), 'Mo', /^Characters cannot contain: vore \(description: “carnivore”\)$/],
  [anEntry({ description: 'x'.repeat(2_001) }), 'Mo', /at most 2,000/],
  [anEntry({ description: false }), 'Mo', /The description must be text/],
  [anEntry({ greeting: 3 }), 'Mo', /must be text/],
  [anEntry({ greeting: 'x'.repeat(50_001) }), 'Mo', /at most 50,000/],
  [anEntry({ firstMessage: [] }), 'Mo', /The first message must be text/],
  [anEntry({ scenario: { a: 1 } }), 'Mo', /The scenario must be text/],
  [anEntry({ scenario: 'x'.repeat(50_001) }), 'Mo', /at most 50,000/],
  [anEntry({ tags: 'Sea, Calm' }), 'Mo', /The tags must be a list/],
  [anEntry({ tags: [1, 2] }), 'Mo', /The tags must be a list/],
  [anEntry({ tags: [['Sea']] }), 'Mo', /The tags must be a list/],
  [anEntry({ tags: ['x'.repeat(41)] }), 'Mo', /at most 40/],
  [anEntry({ tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) }), 'Mo', /at most 20 tags/],
  [anEntry({ tags: ['piss'] }), 'Mo', /^Characters cannot contain: piss \(tags: “piss”\)$/],
  [anEntry({ category: 9 }), 'Mo', /The category must be text/],
  [anEntry({ avatar: 'javascript:alert(1)' }), 'Mo', /The avatar must be the http/],
  [anEntry({ avatar: 'data:image/svg+xml,<svg onload=alert(1)>' }), 'Mo', /The avatar must be the http/],
  [anEntry({ avatar: 5 }), 'Mo', /The avatar must be text/],
  [anEntry({ avatarFocus: { x: -1, y: 0 } }), 'Mo', /^The focus of the avatar must be/],
  [anEntry({ background: '../../etc/passwd' }), 'Mo', /The background must be the http/],
  [anEntry({ isNsfw: 'no' }), 'Mo', /isNsfw must be true or false/],
  [anEntry({ isPublic: 0 }), 'Mo', /isPublic must be true or false/],
]

test.group('The parts of imported characters', () => {
  test('are stored with their entries, whose definition is hidden', async ({ assert }) => {
    const parts = { alternateGreetings: ['Ahoy.'], systemPrompt: 'Stay at sea.', depthNote: { text: 'It rains.' } }
    const entries = [anEntry(), anEntry({ name: 'Ann', ...parts }), anEntry({ name: 'Bo', definitionPublic: true })]
    const { outcome, ownerId } = await importing([...entries, entries[1]])
    assert.deepEqual(outcome, { imported: 3, doubles: 1, refused: 0, total: 4 })
    const rows = await owned(ownerId)
    assert.deepEqual(
      rows.map(({ name, definition_public: isPublic, version_number: version }) => [name, isPublic, version]),
      [
        ['Mo', false, 1],
        ['Ann', false, 1],
        ['Bo', true, 1],
      ]
    )
    const gallery = await app.container.make(Gallery)
    const details = (id: string) => gallery.findDetails(id, aViewer({ id: ownerId }))
    assert.deepInclude(await details(rows[1].id), {
      ...parts,
      depthNote: { text: 'It rains.', depth: 4, role: 'system' },
    })
    assert.deepInclude(await details(rows[0].id), { alternateGreetings: [], systemPrompt: null, depthNote: null })
    const stored = await (await database()).from('character_parts').whereIn(
      'character_id',
      rows.map(({ id }) => id)
    )
    assert.lengthOf(stored, 1)
  })

  test('can’t name lorebooks', async ({ assert }) => {
    const { outcome, errors } = await importing([anEntry({ lorebookIds: [newId()] })])
    assert.equal(outcome.refused, 1)
    assert.match(errors[0]!.message, /lorebooks/)
  })
})

test.group('An import', () => {
  for (const [index, [entry, name, expected]] of broken.entries())
    test(`reports broken entry ${index}: ${expected.source}`, async ({ assert }) => {
      const { outcome, errors, ownerId } = await importing([
        anEntry({ name: 'Before' }),
        entry,
        anEntry({ name: 'After' }),
      ])
      assert.deepEqual(outcome, { imported: 2, doubles: 0, refused: 1, total: 3 })
      assert.lengthOf(errors, 1)
      assert.deepEqual([errors[0]!.index, errors[0]!.name], [1, name])
      assert.match(errors[0]!.message, expected)
      assert.deepEqual(
        (await owned(ownerId)).map((row) => row.name),
        ['Before', 'After']
      )
    })

  test('of 10,000 entries imports all valid ones, and none the second time', async ({ assert }) => {
    const word = newWord()
    const entries = Array.from({ length: 10_000 }, (_, n) =>
      n % 200 === 199 ? broken[(n / 200) | 0]?.[0] : anEntry({ name: `${word} ${n}`, tags: [word] })
    )
    const bad = entries.filter((_, n) => n % 200 === 199).length
    const { outcome, errors, ownerId } = await importing(entries)
    assert.deepEqual(outcome, { imported: 10_000 - bad, doubles: 0, refused: bad, total: 10_000 })
    assert.deepEqual(
      errors.map(({ index }) => index),
      Array.from({ length: bad }, (_, n) => n * 200 + 199)
    )
    const again = await importing(entries, { ownerId })
    assert.deepEqual(again.outcome, { imported: 0, doubles: 10_000 - bad, refused: bad, total: 10_000 })
    assert.lengthOf(await owned(ownerId), 10_000 - bad)
    const db = await database()
    const { rows } = await db.rawQuery(
      `SELECT (SELECT count(*)::int FROM character_counters WHERE character_id IN (SELECT id FROM characters WHERE created_by = ?)) AS counters,
         (SELECT sum(uses)::int FROM (SELECT uses FROM character_tags WHERE key = ? UNION ALL
           SELECT uses FROM character_tag_increments WHERE spelling = ?) AS counted) AS uses`,
      [ownerId, word, word]
    )
    assert.deepEqual(rows[0], { counters: 10_000 - bad, uses: 10_000 - bad })
  }).tags(longRun)

  test('detects duplicates by owner, name and opening, ignoring case and outer spaces', async ({ assert }) => {
    const { ownerId } = await importing([anEntry()])
    const duplicates = [
      anEntry(),
      anEntry({ name: ' mO ', greeting: 'HELLO. ' }),
      anEntry({ greeting: 'Not read.', firstMessage: 'hello.' }),
      anEntry({ greeting: undefined, firstMessage: '\n Hello.' }),
      anEntry({ backstory: 'Another.', tags: [], category: 'Drama', isPublic: false }),
    ]
    assert.deepEqual((await importing(duplicates, { ownerId })).outcome, {
      imported: 0,
      doubles: 5,
      refused: 0,
      total: 5,
    })
    const others = [anEntry({ name: 'Moe' }), anEntry({ greeting: 'Hello!' }), anEntry({ greeting: undefined })]
    assert.equal((await importing(others, { ownerId })).outcome.imported, 3)
    assert.equal((await importing([anEntry()])).outcome.imported, 1)
  })

  test('keeps the first of duplicates in a file, within and across batches', async ({ assert }) => {
    const near = [anEntry({ personality: 'The first.' }), anEntry({ personality: 'The second.' })]
    const far = Array.from({ length: 1_200 }, (_, n) => anEntry({ name: `Mo ${n % 600}` }))
    const { outcome, ownerId } = await importing([...near, ...far])
    assert.deepEqual(outcome, { imported: 601, doubles: 601, refused: 0, total: 1_202 })
    const rows = await owned(ownerId)
    assert.lengthOf(rows, 601)
    assert.equal(rows[0].personality, 'The first.')
    assert.deepInclude(rows[0], { first_message: 'Hello.', greeting: 'Hello.' })
    assert.match(rows[0].avatar, /^\/pictures\/mark\/[\w-]+\.svg$/)
    assert.equal(rows[0].background, rows[0].avatar.replace('.svg', '-place.svg'))
  })

  test('imports a character again that the owner has deleted', async ({ assert }) => {
    const { ownerId } = await importing([anEntry()])
    const [{ id }] = await owned(ownerId)
    await (await app.container.make(DeleteCharacter)).run(id, aViewer({ id: ownerId }))
    assert.equal((await importing([anEntry()], { ownerId })).outcome.imported, 1)
  })

  test('makes no duplicates when it runs concurrently', async ({ assert }) => {
    const ownerId = newId()
    const entries = Array.from({ length: 700 }, (_, n) => anEntry({ name: `Mo ${n}` }))
    const runs = await Promise.all([1, 2, 3, 4].map(() => importing(entries, { ownerId })))
    assert.equal(
      runs.reduce((sum, { outcome }) => sum + outcome.imported, 0),
      700
    )
    assert.lengthOf(await owned(ownerId), 700)
  }).tags(longRun)

  test('as a dry run has the same outcome and changes nothing', async ({ assert }) => {
    const { ownerId } = await importing([anEntry()])
    const entries = [
      ...Array.from({ length: 1_300 }, (_, n) => anEntry({ name: `Mo ${n % 900}` })),
      anEntry(),
      null,
      {},
    ]
    const dry = await importing(entries, { ownerId, dryRun: true })
    assert.lengthOf(await owned(ownerId), 1)
    const real = await importing(entries, { ownerId })
    assert.deepEqual(dry.outcome, { imported: 900, doubles: 401, refused: 2, total: 1_303 })
    assert.deepEqual(real.outcome, dry.outcome)
    assert.deepEqual(real.errors, dry.errors)
  })

  test('keeps the entries before an error of its source', async ({ assert }) => {
    async function* breaking() {
      for (let n = 0; n < 700; n++) yield { value: anEntry({ name: `Mo ${n}` }) }
      throw new MalformedImport('The file ends too early')
    }
    const ownerId = newId()
    const imports = await app.container.make(CharacterImports)
    let last = 0
    const run = () => imports.run(breaking(), { ownerId, onProgress: ({ imported }) => (last = imported) })
    await assert.rejects(run, 'The file ends too early')
    assert.lengthOf(await owned(ownerId), 700)
    assert.equal(last, 700)
  })

  test('throws the original error when a batch can’t be stored', async ({ assert }) => {
    const db = await database()
    const entries = Array.from({ length: 600 }, (_, n) => anEntry({ name: `Mo ${n}` }))
    await assert.rejects(
      () => db.transaction((trx) => importing(entries, { ownerId: 'not an id', trx })),
      /invalid input syntax for type uuid/
    )
  })

  test('applies backpressure', async ({ assert }) => {
    let given = 0
    let ahead = 0
    async function* counted() {
      for (; given < 3_000; given++) yield { value: anEntry({ name: `Mo ${given}`, scenario: 'x'.repeat(4_000) }) }
    }
    const imports = await app.container.make(CharacterImports)
    await imports.run(counted(), {
      ownerId: newId(),
      onProgress: ({ imported }) => (ahead = Math.max(ahead, given - imported)),
    })
    assert.isAtMost(ahead, 500)
  }).tags(longRun)

  test('of the built-in eight skips characters of all given owners', async ({ assert }) => {
    const builtIn = await app.container.make(BuiltInImports)
    const db = await database()
    const account = await (await app.container.make(Accounts)).builtInAccount()
    const [deleted, me] = [
      readBuiltInSet('eight')
        .slice(2)
        .map(({ name }) => name),
      newId(),
    ]
    const owners = { ownerId: me, alsoOwnedBy: [account] }
    const theirs = () => db.from('characters').where('created_by', account).whereIn('name', deleted)
    assert.deepEqual(await builtIn.run('eight', owners), { imported: 0, total: 8, errors: [] })
    await theirs().update({ deleted_at: new Date() })
    try {
      assert.deepEqual(await builtIn.run('eight', owners), { imported: 6, total: 8, errors: [] })
      assert.deepEqual(await builtIn.run('eight', owners), { imported: 0, total: 8, errors: [] })
    } finally {
      await theirs().update({ deleted_at: null })
    }
    const rows = await owned(me)
    assert.sameMembers(
      rows.map(({ name }) => name),
      deleted
    )
    for (const row of rows) assert.match(row.avatar, /^\/pictures\/builtin\/.*-avatar/)
    const withBooks = readBuiltInSet('eight').filter(({ name, lorebook }) => deleted.includes(name) && lorebook)
    const books = await db.from('lorebooks').where('user_id', me).select('name')
    assert.sameMembers(
      books.map(({ name }) => name),
      withBooks.map(({ lorebook }) => lorebook!.book.name)
    )
  })

  test('of built-in characters brings those whose lorebooks the owner has no space for', async ({ assert }) => {
    const builtIn = await app.container.make(BuiltInImports)
    const db = await database()
    const me = newId()
    const full = readBuiltInSet('fifty').filter(({ lorebook }) => lorebook)
    await db.rawQuery(
      `INSERT INTO lorebooks (id, user_id, name, description, entry_count, bytes)
       SELECT gen_random_uuid(), ?::uuid, 'Full', '', 0, 0 FROM generate_series(1, ?::int)`,
      [me, loreLimits.booksMax - 1]
    )
    const { imported, total, errors } = await builtIn.run('fifty', { ownerId: me })
    assert.deepEqual([imported, total], [50, 50])
    assert.lengthOf(errors, full.length - 1)
    for (const { name, message } of errors) {
      assert.oneOf(
        name,
        full.map((one) => one.name)
      )
      assert.match(message, /^Imported without its lorebook\. /)
    }
    const { rows } = await db.rawQuery(
      `SELECT sum(cardinality(lorebook_ids))::int AS books, count(*)::int AS parts
       FROM characters JOIN character_parts ON character_id = characters.id WHERE created_by = ?::uuid`,
      [me]
    )
    assert.deepEqual(rows, [{ books: 1, parts: 50 }])
  })
})
