import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import type { RegexScript } from '../api.ts'
import { CardCharacters, Gallery, type CharacterSheet } from '../index.ts'
import { limits } from '../src/domain/limits.ts'
import { aViewer } from './support.ts'

const setUp = async () => {
  const [db, characters, gallery] = await Promise.all([
    app.container.make(Database),
    app.container.make(CardCharacters),
    app.container.make(Gallery),
  ])
  const owner = aViewer({ id: newId() })
  const create = async (card: Parameters<CardCharacters['create']>[1]) => {
    const made = await db.transaction((trx) => characters.create(owner.id, card, trx))
    if (!made.ok) throw new Error(JSON.stringify(made.failure))
    return made.value.id
  }
  const save = (id: string, ownerId: string, card: Parameters<CardCharacters['create']>[1]) =>
    db.transaction((trx) => characters.saveVersion(id, ownerId, card, trx))
  return { db, characters, gallery, owner, create, save }
}

test.group('Characters of cards', () => {
  test('are found by their name without reading the owner’s others', async ({ assert }) => {
    const { db, characters, owner, create } = await setUp()
    const card = { name: 'Mira', creatorName: 'Ann', source: [] }
    const id = await create(card)
    assert.deepEqual(await characters.findByOrigin(owner.id, card), { id, by: 'creator' })
    const lines = await db.transaction(async (trx) => {
      await trx.rawQuery('SET LOCAL enable_seqscan = off')
      await trx.rawQuery('SET LOCAL enable_bitmapscan = off')
      const explained: string[] = []
      const explaining = {
        rawQuery: async (sql: string, values: object) => {
          const { rows } = await trx.rawQuery(`EXPLAIN ${sql}`, values as never)
          explained.push(...rows.map((row: object) => Object.values(row)[0]))
          return { rows: [] }
        },
      }
      await characters.findByOrigin(owner.id, card, explaining as never)
      return explained.join('\n')
    })
    assert.match(lines, /characters_by_owner_and_name/)
    assert.match(lines, /Index Cond: .*created_by = .* AND .*name/)
  })

  test('need a name only, and are private whatever the card says', async ({ assert }) => {
    const { gallery, owner, create } = await setUp()
    const sent = { name: 'Mira', isPublic: true, allowForks: true, definitionPublic: true }
    const found = await gallery.findDetails(await create(sent), owner)
    assert.containsSubset(found, {
      name: 'Mira',
      description: '',
      isPublic: false,
      allowForks: false,
      definitionPublic: false,
    })
    assert.match(found!.avatar!, /^\/pictures\/mark\//)
  })

  test('keep the limits of texts', async ({ assert }) => {
    const { characters } = await setUp()
    const check = (fields: object) => characters.check({ name: 'Mira', ...fields })
    assert.isTrue(check({ backstory: 'x'.repeat(limits.backstoryMax), scenario: 'x'.repeat(limits.scenarioMax) }).ok)
    for (const fields of [
      { backstory: 'x'.repeat(limits.backstoryMax + 1) },
      { alternateGreetings: Array(limits.greetingsMax + 1).fill('x') },
      { avatar: 'javascript:alert(1)' },
      { name: ' ' },
    ])
      assert.isFalse(check(fields).ok, Object.keys(fields)[0])
  })

  test('tell prompts whether the description of any version is only a teaser', async ({ assert }) => {
    const { db, owner, create, save } = await setUp()
    const teaserOf = async (id: string, version: number | null = null) => {
      const { rows } = await db.rawQuery<{ rows: { sheet: CharacterSheet }[] }>(
        'SELECT sheet FROM gallery_sheet(?::uuid, ?::uuid, false, false, ?::integer)',
        [id, owner.id, version] as never
      )
      return rows[0]!.sheet.teaser
    }
    const forget = (id: string) =>
      db.rawQuery('UPDATE characters SET description_is_teaser = NULL WHERE id = ?::uuid', [id])
    const text = { name: 'Mira', description: 'Best slow.' }
    const creatorNotes = { text: 'Best slow.', translations: {} }
    const made = await create({ ...text, creatorNotes, descriptionIsTeaser: true })
    assert.equal(await teaserOf(made), 'notes')
    await save(made, owner.id, { ...text, personality: 'Kind.', creatorNotes, descriptionIsTeaser: true })
    assert.deepEqual([await teaserOf(made, 1), await teaserOf(made, 2)], ['notes', 'notes'])
    // A character of an earlier release.
    await forget(made)
    assert.equal(await teaserOf(made), 'notes')

    const withoutNotes = await create({ ...text, descriptionIsTeaser: true })
    assert.equal(await teaserOf(withoutNotes), 'written')
    await forget(withoutNotes)
    assert.isNull(await teaserOf(withoutNotes))
    assert.isNull(await teaserOf(await create({ ...text, creatorNotes, descriptionIsTeaser: false })))
  })

  test('have the scripts of their card, by version', async ({ assert }) => {
    const { db, owner, create, save } = await setUp()
    const script = (name: string): RegexScript => ({
      name,
      find: 'a',
      replace: 'b',
      trim: [],
      of: ['character'],
      where: 'display',
      fills: 'none',
      minDepth: null,
      maxDepth: null,
    })
    const namesIn = async (id: string, version: number | null) => {
      const { rows } = await db.rawQuery('SELECT gallery_scripts(?::uuid, ?::int) AS scripts', [id, version] as never)
      return (rows[0].scripts as RegexScript[] | null)?.map(({ name }) => name)
    }
    const numberOf = async (id: string): Promise<number> =>
      (await db.rawQuery('SELECT version_number FROM characters WHERE id = ?', [id])).rows[0].version_number
    const card = { name: 'Mira', personality: 'Kind.' }
    const id = await create({ ...card, regexScripts: [script('First')] })
    assert.deepEqual(await namesIn(id, null), ['First'])
    // The same scripts make no version, others make one.
    await save(id, owner.id, { ...card, regexScripts: [script('First')] })
    assert.equal(await numberOf(id), 1)
    await save(id, owner.id, { ...card, regexScripts: [script('Second')] })
    assert.equal(await numberOf(id), 2)
    await save(id, owner.id, { ...card, personality: 'Cold.', regexScripts: [script('Second')] })
    await save(id, owner.id, { ...card, personality: 'Cold.', regexScripts: [] })
    assert.equal(await numberOf(id), 4)
    const versions = [1, 2, 3, 4, null]
    const names = await Promise.all(versions.map((version) => namesIn(id, version)))
    assert.deepEqual(names, [['First'], ['Second'], ['Second'], [], []])
    assert.isUndefined(await namesIn(await create(card), null))
  })

  test('of other users, and deleted ones, get no version', async ({ assert }) => {
    const { db, characters, owner, create, save } = await setUp()
    const id = await create({ name: 'Mira' })
    const unavailable = { ok: false, failure: { kind: 'unavailable' } } as never
    assert.deepEqual(await save(id, newId(), { name: 'Mine' }), unavailable)
    assert.deepEqual([...(await characters.findOwn(newId(), [id])).keys()], [])
    assert.equal((await characters.findOwn(owner.id, [id])).get(id)!.name, 'Mira')
    await db.rawQuery('UPDATE characters SET deleted_at = now() WHERE id = ?', [id])
    assert.deepEqual(await save(id, owner.id, { name: 'Again' }), unavailable)
    assert.equal((await characters.findOwn(owner.id, [id])).size, 0)
  })

  test('stay adult when a version says nothing of it', async ({ assert }) => {
    const { gallery, owner, create, save } = await setUp()
    const id = await create({ name: 'Mira', isNsfw: true })
    assert.isTrue((await save(id, owner.id, { name: 'Mira', isNsfw: false, personality: 'Kind.' })).ok)
    assert.containsSubset(await gallery.findDetails(id, owner), { isNsfw: true, personality: 'Kind.' })
  })
})
