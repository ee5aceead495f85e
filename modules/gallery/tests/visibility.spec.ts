import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#modules/kernel/ids'
import { Gallery, type CharacterSheet, type Visibility as SqlSight, type Viewer } from '../index.ts'
import { SimilarCharactersQuery } from '../src/queries/similar_characters_query.ts'
import { aViewer, database, list, newWord, putCharacters } from './support.ts'

type Sight = 'full' | 'gated' | 'unknown'

const ownerId = newId()
const viewers = {
  visitor: null,
  'user, adult off': aViewer(),
  'user, adult on': aViewer({ limitlessEnabled: true }),
  'owner, adult off': aViewer({ id: ownerId }),
  'owner, adult on': aViewer({ id: ownerId, limitlessEnabled: true }),
  'admin, adult off': aViewer({ isAdmin: true }),
  'admin, adult on': aViewer({ isAdmin: true, limitlessEnabled: true }),
}

/** The visibility of a character for each viewer, by its id and in lists. */
const table: [viewer: keyof typeof viewers, is_public: boolean, is_nsfw: boolean, byId: Sight, inList: Sight][] = [
  ['visitor', true, false, 'full', 'full'],
  ['visitor', true, true, 'unknown', 'unknown'],
  ['visitor', false, false, 'unknown', 'unknown'],
  ['visitor', false, true, 'unknown', 'unknown'],
  ['user, adult off', true, false, 'full', 'full'],
  ['user, adult off', true, true, 'gated', 'gated'],
  ['user, adult off', false, false, 'unknown', 'unknown'],
  ['user, adult off', false, true, 'unknown', 'unknown'],
  ['user, adult on', true, false, 'full', 'full'],
  ['user, adult on', true, true, 'full', 'full'],
  ['user, adult on', false, false, 'unknown', 'unknown'],
  ['user, adult on', false, true, 'unknown', 'unknown'],
  ['owner, adult off', true, false, 'full', 'full'],
  ['owner, adult off', true, true, 'full', 'full'],
  ['owner, adult off', false, false, 'full', 'full'],
  ['owner, adult off', false, true, 'full', 'full'],
  ['owner, adult on', true, true, 'full', 'full'],
  ['owner, adult on', false, false, 'full', 'full'],
  ['owner, adult on', false, true, 'full', 'full'],
  // Admins can read private characters by id, but their gallery doesn't list them.
  ['admin, adult off', true, true, 'gated', 'gated'],
  ['admin, adult off', false, false, 'full', 'unknown'],
  ['admin, adult off', false, true, 'gated', 'unknown'],
  ['admin, adult on', true, true, 'full', 'full'],
  ['admin, adult on', false, true, 'full', 'unknown'],
]

const sqlSights: Record<Sight, SqlSight> = { full: 'visible', gated: 'adult_gate', unknown: 'hidden' }

const readSheet = async (
  id: string,
  viewer: Viewer
): Promise<{ sheet: CharacterSheet; sight: SqlSight } | undefined> => {
  const values = [id, viewer.id, viewer.isAdmin, viewer.limitlessEnabled]
  const { rows } = await (await database()).rawQuery('SELECT * FROM gallery_sheet(?, ?, ?, ?)', values)
  return rows[0]
}

test.group('Visibility', () => {
  for (const [viewerName, is_public, is_nsfw, byId, inList] of table) {
    const what = `${is_public ? 'a public' : 'a private'}${is_nsfw ? ' adult' : ''} character`
    test(`${viewerName}: ${what} is ${byId}, in lists ${inList}`, async ({ assert }) => {
      const tag = newWord()
      const [id] = await putCharacters([{ is_public, is_nsfw, tags: [tag], created_by: ownerId }])
      const viewer = viewers[viewerName]
      const view = await (await app.container.make(Gallery)).find(id!, viewer)
      assert.equal(view ? (view.kind === 'visible' ? 'full' : 'gated') : 'unknown', byId)
      const hidden = ['avatar', 'background', 'description'] as const
      const longTexts = ['backstory', 'personality', 'firstMessage', 'scenario'] as const
      for (const field of [...hidden, ...longTexts])
        if (view) assert.equal(view.character[field] === null, byId === 'gated', field)
      if (view) assert.equal(view.character.name, 'Somebody')
      if (viewer) assert.equal((await readSheet(id!, viewer))?.sight, sqlSights[byId])

      const [listed, ...more] = (await list({ category: tag }, viewer)).items
      assert.isEmpty(more)
      assert.equal(listed ? (listed.avatar ? 'full' : 'gated') : 'unknown', inList)
      for (const field of hidden) if (listed) assert.equal(listed[field] === null, inList === 'gated', field)
      for (const field of longTexts) if (listed) assert.notProperty(listed, field)
    })
  }

  test('a deleted character is hidden from everyone, even from prompts', async ({ assert }) => {
    const gallery = await app.container.make(Gallery)
    const tag = newWord()
    const owner = aViewer({ isAdmin: true, limitlessEnabled: true })
    const [id] = await putCharacters([{ tags: [tag], created_by: owner.id, deleted_at: '2026-01-02T00:00:00Z' }])
    assert.isNull(await gallery.find(id!, owner))
    assert.isUndefined(await readSheet(id!, owner))
    assert.equal((await gallery.findMany([id!], owner)).size, 0)
    assert.isEmpty((await list({ category: tag }, owner)).items)
  })

  test('findMany omits hidden characters', async ({ assert }) => {
    const gallery = await app.container.make(Gallery)
    const [open, adult, secret] = await putCharacters([{}, { is_nsfw: true }, { is_public: false }])
    const views = await gallery.findMany([open!, adult!, secret!, newId()], aViewer())
    assert.deepEqual(
      [...views].map(([id, { kind }]) => [id, kind]).sort(),
      [
        [open, 'visible'],
        [adult, 'adult_gate'],
      ].sort()
    )
  })

  test('a sheet has all texts, and missing ones are empty', async ({ assert }) => {
    const [id] = await putCharacters([{}])
    const row = await readSheet(id!, aViewer())
    assert.deepInclude(row!.sheet, {
      name: 'Somebody',
      backstory: 'Was born.',
      firstMessage: 'Hello {{user}}.',
      greeting: '',
    })
    assert.isUndefined(await readSheet(newId(), aViewer()))
  })

  test('the owner’s list merges private and public characters in order', async ({ assert }) => {
    const tag = newWord()
    const me = aViewer()
    await putCharacters([
      { name: 'third', tags: [tag], popularity: 3 },
      { name: 'second', tags: [tag], popularity: 6, is_public: false, created_by: me.id },
      { name: 'first', tags: [tag], popularity: 9 },
      { name: 'not mine', tags: [tag], popularity: 7, is_public: false },
    ])
    assert.deepEqual(
      (await list({ category: tag }, me)).items.map(({ name }) => name),
      ['first', 'second', 'third']
    )
  })

  test('similar characters share the category or a tag, most shared first, at most six', async ({ assert }) => {
    const [one, two, three] = [newWord(), newWord(), newWord()]
    const similar = await app.container.make(SimilarCharactersQuery)
    const ids = await putCharacters([
      { name: 'the one', category: one, tags: [two, three] },
      { name: 'all three', category: one, tags: [three.toUpperCase(), two] },
      { name: 'two tags', tags: [two, three], popularity: 1 },
      { name: 'two, popular', tags: [two, three], popularity: 9 },
      ...Array.from({ length: 6 }, (_, n) => ({ name: `one tag ${n}`, tags: [two] })),
      { name: 'private', category: one, tags: [two, three], is_public: false },
      { name: 'adult', category: one, tags: [two, three], is_nsfw: true },
    ])
    const { character } = (await (await app.container.make(Gallery)).find(ids[0]!, null))!
    const forVisitor = await similar.run(character, null)
    assert.lengthOf(forVisitor, 6)
    assert.deepEqual(
      forVisitor.slice(0, 3).map(({ name }) => name),
      ['all three', 'two, popular', 'two tags']
    )
    assert.notInclude(
      forVisitor.map(({ name }) => name),
      'adult'
    )
    const gated = (await similar.run(character, aViewer())).find(({ name }) => name === 'adult')
    assert.deepInclude(gated, { description: null, avatar: null, background: null })
  })

  test('the database refuses an adult category that is not marked adult', async ({ assert }) => {
    const db = await database()
    await assert.rejects(() => putCharacters([{ category: 'Limitless' }], db), /characters_limitless_is_adult/)
  })
})
