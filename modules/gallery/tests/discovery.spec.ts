import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { BlockTags } from '../src/actions/block_tags.ts'
import { FillShelves } from '../src/actions/fill_shelves.ts'
import { FoldIncrements } from '../src/actions/fold_increments.ts'
import { blockedTagsValidator } from '../src/http/validators.ts'
import { ListChipsQuery } from '../src/queries/list_chips_query.ts'
import { ListShelvesQuery } from '../src/queries/list_shelves_query.ts'
import { SimilarCharactersQuery } from '../src/queries/similar_characters_query.ts'
import { SurpriseQuery } from '../src/queries/surprise_query.ts'
import { chips, furtherChips, limits, type Shelf } from '../api.ts'
import { Gallery, RecentChats, type RecentChat, type Viewer } from '../index.ts'
import { aViewer, database, list, namesOf, newWord, putCharacters, type CharacterSeed } from './support.ts'

class Chats extends RecentChats {
  constructor(private readonly chats: RecentChat[]) {
    super()
  }

  async newest(_userId: string, limit: number) {
    return this.chats.slice(0, limit)
  }
}

const shelvesOf = async (viewer: Viewer, chats: RecentChat[] = []) => {
  const { container } = app
  const [db, gallery, similar] = await Promise.all([
    database(),
    container.make(Gallery),
    container.make(SimilarCharactersQuery),
  ])
  const shelves = await new ListShelvesQuery(db, gallery, similar, new Chats(chats)).run(viewer)
  return (kind: Shelf['kind'], id: string = kind) => shelves.find((one) => one.kind === kind && one.id.startsWith(id))
}

const fill = async () => (await app.container.make(FillShelves)).run()
const block = async (viewer: Viewer, sent: string[]) => {
  const [invalid, body] = await blockedTagsValidator.tryValidate({ tags: sent })
  if (invalid) return fail(invalid.messages)
  await (await app.container.make(BlockTags)).run(viewer.id, body.tags)
  return ok(body.tags)
}

/** Makes the characters newer than those of other tests. */
const newest = (seeds: CharacterSeed[]): CharacterSeed[] =>
  seeds.map((seed, n) => ({ created_at: new Date(Date.now() + 1_000 * (seeds.length - n)).toISOString(), ...seed }))

const sayTo = async (id: string, count: number) =>
  (await database()).rawQuery('SELECT gallery_count_messages(?::uuid, ?)', [id, count])

test.group('Trends', () => {
  const trendOf = async (id: string) => {
    const db = await database()
    const row = await db.from('character_counters').where('character_id', id).select('trend').firstOrFail()
    return Number(row.trend)
  }

  test('a message counts half as much after two days, and the order never needs another write', async ({ assert }) => {
    const db = await database()
    const { rows } = await db.rawQuery<{
      rows: [Record<'now' | 'earlier' | 'both' | 'twice' | 'none' | 'week', number>]
    }>(`
      SELECT gallery_trend(0, 10, now()) AS now,
        gallery_trend(0, 10, now() - INTERVAL '2 days') AS earlier,
        gallery_trend(gallery_trend(0, 10, now() - INTERVAL '2 days'), 10, now()) AS both,
        gallery_trend(gallery_trend(0, 10, now()), 10, now()) AS twice,
        gallery_trend(gallery_trend(0, 10, now()), 0, now()) AS none,
        gallery_trend(gallery_trend(0, 1000000, now() - INTERVAL '1 year'), 10, now()) AS week`)
    const [{ now, earlier, both, twice, none, week }] = rows
    assert.closeTo(now - earlier, 1, 1e-6)
    assert.closeTo(both - now, Math.log2(1.5), 1e-6)
    assert.closeTo(twice - now, 1, 1e-6)
    assert.equal(none, now)
    assert.closeTo(week, now, 1e-6)
  })

  test('folding counts messages into the trend, likes not, and sorts by it', async ({ assert }) => {
    const fold = await app.container.make(FoldIncrements)
    const tag = newWord()
    const [quiet, busy, liked] = await putCharacters([
      { name: 'quiet', tags: [tag], popularity: 9 },
      { name: 'busy', tags: [tag] },
      { name: 'liked', tags: [tag], popularity: 5 },
    ])
    await sayTo(busy!, 40)
    await sayTo(quiet!, 2)
    await sayTo(liked!, 0)
    await fold.run()
    assert.deepEqual(
      (await list({ tags: [tag], sort: 'trending' })).items.map(({ name }) => name),
      ['busy', 'quiet', 'liked']
    )
    assert.equal(await trendOf(liked!), 0)
    assert.closeTo((await trendOf(busy!)) - (await trendOf(quiet!)), Math.log2(20), 0.001)
  })

  test('a trend of many messages is written only when it grows by 2 %', async ({ assert }) => {
    const fold = await app.container.make(FoldIncrements)
    const [id] = await putCharacters([{}])
    const written = async () =>
      Number((await (await database()).from('characters').where('id', id!).select('trend').firstOrFail()).trend)
    await sayTo(id!, 10_000)
    await fold.run()
    const first = await written()
    assert.isAbove(first, 0)
    await sayTo(id!, 100)
    await fold.run()
    assert.equal(await written(), first)
    await sayTo(id!, 200)
    await fold.run()
    assert.isAtLeast(await written(), first + 30)
  })
})

test.group('Shelves', (group) => {
  // The list begins with others than the shelves of these tests.
  group.setup(async () => {
    await putCharacters(
      Array.from({ length: limits.shelfMax }, (_, n) => ({ name: `popular ${n}`, popularity: 1_000 }))
    )
  })

  test('new characters come first, without private, deleted, gated and blocked ones', async ({ assert }) => {
    const tag = newWord()
    const me = aViewer()
    await putCharacters(
      newest([
        { name: `${tag} adult`, is_nsfw: true },
        { name: `${tag} private`, is_public: false },
        { name: `${tag} deleted`, deleted_at: '2026-01-02T00:00:00Z' },
        { name: `${tag} blocked`, tags: [tag.toUpperCase()] },
        { name: `${tag} blocked, own`, tags: [tag], created_by: me.id },
        ...Array.from({ length: 4 }, (_, n) => ({ name: `${tag} ${n}` })),
      ])
    )
    await fill()
    await block(me, [tag])
    const names = async (viewer: Viewer) =>
      (await shelvesOf(viewer))('new')!
        .characters.map(({ name }) => name)
        .filter((name) => name.startsWith(tag))
    const open = [0, 1, 2, 3].map((n) => `${tag} ${n}`)
    assert.deepEqual(await names(me), [`${tag} blocked, own`, ...open])
    const [blocked, own] = [`${tag} blocked`, `${tag} blocked, own`]
    assert.deepEqual(await names(aViewer()), [blocked, own, ...open])
    assert.deepEqual(await names(aViewer({ limitlessEnabled: true })), [`${tag} adult`, blocked, own, ...open])
    const { query, title, characters } = (await shelvesOf(me))('new')!
    assert.deepEqual([query, title], ['sort=new', 'New'])
    assert.isAtMost(characters.length, limits.shelfMax)
  })

  test('new and trending are left out when they show almost all of the first of the list', async ({ assert }) => {
    const db = await database()
    const ids = await putCharacters(Array.from({ length: 15 }, (_, n) => ({ name: `${n}` })))
    const setShelf = (id: string, characters: string[]) =>
      db.rawQuery(
        `INSERT INTO character_shelves VALUES (?, ?::uuid[], now())
         ON CONFLICT (id) DO UPDATE SET characters = excluded.characters`,
        [id, characters]
      )
    const first = ids.slice(0, 12)
    await setShelf('popular', first)
    for (const [characters, isShown] of [
      [first, false],
      [ids.slice(3), false],
      [ids.slice(4), true],
      [ids.slice(0, 8), true],
    ] as const) {
      for (const id of ['new', 'trending']) await setShelf(id, [...characters])
      const shelf = await shelvesOf(aViewer())
      for (const id of ['new', 'trending'] as const) assert.equal(shelf(id) !== undefined, isShown, characters.join())
    }
    await setShelf('popular', first.slice(0, 8))
    for (const id of ['new', 'trending']) await setShelf(id, first.slice(0, 8))
    assert.isUndefined((await shelvesOf(aViewer()))('new'))
  })

  test('a shelf with fewer than four characters is left out', async ({ assert }) => {
    const db = await database()
    const ids = await putCharacters([{ name: 'one' }, { name: 'two' }, { name: 'three' }, { name: 'four' }])
    const setShelf = (characters: string[]) =>
      db.rawQuery(
        `INSERT INTO character_shelves VALUES ('mood:cozy', ?::uuid[], now())
         ON CONFLICT (id) DO UPDATE SET characters = excluded.characters`,
        [characters]
      )
    await setShelf(ids.slice(0, 3))
    assert.isUndefined((await shelvesOf(aViewer()))('mood', 'mood:cozy'))
    await setShelf(ids)
    const shelf = (await shelvesOf(aViewer()))('mood', 'mood:cozy')!
    assert.deepEqual([shelf.query, shelf.characters.length], ['tags=cozy', 4])
    await db.from('characters').where('id', ids[0]!).update({ deleted_at: new Date() })
    assert.isUndefined((await shelvesOf(aViewer()))('mood', 'mood:cozy'))
  })

  test('trending has only characters with messages of about a week', async ({ assert }) => {
    const db = await database()
    const fold = await app.container.make(FoldIncrements)
    const ids = await putCharacters([{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }, { name: 'long ago' }])
    for (const [n, id] of ids.entries()) await sayTo(id, 1_000_000 * (n + 1))
    await fold.run()
    await db.rawQuery(
      `UPDATE characters SET trend = round(1000 * gallery_trend(0, 1, now() - INTERVAL '8 days')) WHERE id = ?`,
      [ids[4]!]
    )
    await fill()
    const shelf = (await shelvesOf(aViewer()))('trending')!
    const shown = shelf.characters.map(({ id }) => id).filter((id) => ids.includes(id))
    assert.deepEqual(shown, [ids[3], ids[2], ids[1], ids[0]])
  })

  test('similar characters share the category or a tag, but not a tag with another’s category', async ({ assert }) => {
    const [word, other] = [newWord(), newWord()]
    const [of] = await putCharacters([{ name: 'base', category: word, tags: [other] }])
    await putCharacters([
      { name: 'same category', category: word.toUpperCase(), popularity: 3 },
      { name: 'same tag', category: newWord(), tags: [other.toUpperCase()], popularity: 2 },
      { name: 'both', category: word, tags: [other], popularity: 1 },
      { name: 'tag of category', category: newWord(), tags: [word], popularity: 9 },
      { name: 'category of tag', category: other, popularity: 8 },
    ])
    const [db, gallery] = await Promise.all([database(), app.container.make(Gallery)])
    const found = await new SimilarCharactersQuery(db).run((await gallery.findDetails(of!, aViewer()))!, aViewer())
    assert.deepEqual(
      found.map(({ name }) => name),
      ['both', 'same category', 'same tag']
    )
  })

  test('continue has the newest chats, and because has characters similar to one of them', async ({ assert }) => {
    const [tag, me] = [newWord(), aViewer()]
    const ids = await putCharacters([
      ...Array.from({ length: 5 }, (_, n) => ({ name: `talked ${n}`, category: n === 1 ? tag : newWord() })),
      { name: 'gone', deleted_at: '2026-01-02T00:00:00Z' },
      { name: 'adult', is_nsfw: true },
      { name: 'private', is_public: false },
    ])
    await putCharacters([
      ...Array.from({ length: 4 }, (_, n) => ({ name: `similar ${n}`, category: tag, popularity: n })),
      { name: 'similar adult', category: tag, is_nsfw: true },
    ])
    const chats = [...ids.slice(5), ...ids.slice(0, 5)].map((characterId) => ({ characterId, sessionId: newId() }))
    const shelf = await shelvesOf(
      me,
      chats.filter(({ characterId }) => !ids.slice(5).includes(characterId))
    )
    const resumed = shelf('continue')!
    assert.deepEqual(
      resumed.characters.map(({ id }) => id),
      ids.slice(0, 5)
    )
    assert.equal(resumed.chats![ids[2]!], chats.find(({ characterId }) => characterId === ids[2])!.sessionId)
    const because = shelf('because')!
    assert.deepEqual(
      [because.about, because.title, because.query],
      [{ id: ids[1], name: 'talked 1' }, 'Because you talked to talked 1', null]
    )
    assert.deepEqual(
      because.characters.map(({ name }) => name),
      ['similar 3', 'similar 2', 'similar 1', 'similar 0']
    )

    const all = (await shelvesOf(me, chats))('continue')!
    assert.deepEqual(
      all.characters.map(({ id }) => id),
      ids.slice(0, 5)
    )
  })

  test('a fill within the rest of the previous one does nothing', async ({ assert }) => {
    const db = await database()
    const shelves = await app.container.make(FillShelves)
    await shelves.run()
    const filledAt = async () =>
      (await db.from('character_shelves').where('id', 'new').select('filled_at').firstOrFail()).filled_at.getTime()
    const first = await filledAt()
    await shelves.run({ restSeconds: 60 })
    assert.equal(await filledAt(), first)
    await Promise.all([shelves.run(), shelves.run()])
    assert.isAbove(await filledAt(), first)
  })
})

test.group('Blocked tags', () => {
  test('leave lists, searches, similar characters and surprises, but not the user’s own characters', async ({
    assert,
  }) => {
    const [tag, common, me] = [newWord(), newWord(), aViewer()]
    const ids = await putCharacters([
      { name: 'open', tags: [common] },
      { name: 'blocked', tags: [common, tag.toUpperCase()] },
      { name: 'blocked adult', tags: [common, tag], is_nsfw: true },
      { name: 'own', tags: [common, tag], created_by: me.id },
      { name: 'own private', tags: [common, tag], created_by: me.id, is_public: false },
    ])
    const before = namesOf(await list({ tags: [common] }, me))
    assert.lengthOf(before, 5)
    assert.deepEqual(await block(me, [` ${tag} `, tag.toUpperCase()]), { ok: true, value: [tag] })
    for (const request of [{ tags: [common] }, { q: common }, { tags: [common], mine: false }])
      assert.deepEqual(namesOf(await list(request, me)), ['open', 'own', 'own private'])
    assert.deepEqual(namesOf(await list({ tags: [tag], mine: true }, me)), ['own', 'own private'])
    const { character } = (await (await app.container.make(Gallery)).find(ids[0]!, me))!
    const similar = await (await app.container.make(SimilarCharactersQuery)).run(character, me)
    assert.notInclude(namesOf({ items: similar }), 'blocked')
    assert.deepEqual(namesOf(await list({ tags: [common] }, aViewer())), ['blocked', 'blocked adult', 'open', 'own'])
    await block(me, [])
    assert.deepEqual(namesOf(await list({ tags: [common] }, me)), before)
  })

  test('refuses other values than at most fifty texts', async ({ assert }) => {
    const me = aViewer()
    const fifty = Array.from({ length: 50 }, (_, n) => `tag ${n}`)
    assert.isTrue((await block(me, fifty)).ok)
    for (const sent of [null, 'tag', [1], [...fifty, 'one more'], ['x'.repeat(41)], ['\ud800']])
      assert.isFalse((await block(me, sent as string[])).ok, JSON.stringify(sent))
    assert.deepEqual(await (await app.container.make(BlockTags)).read(me.id), fifty)
  })
})

test.group('Surprises', () => {
  test('are public, open to the viewer, not blocked and at best new to them', async ({ assert }) => {
    const db = await database()
    const me = aViewer()
    const { rows } = await db.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM characters WHERE is_public AND NOT is_nsfw AND deleted_at IS NULL`
    )
    const [fresh] = await putCharacters([{ name: 'fresh' }])
    const talkedTo = rows.map(({ id }) => ({ characterId: id, sessionId: newId() }))
    const surprise = (viewer: Viewer | null, chats: RecentChat[]) =>
      new SurpriseQuery(db, new Everything(chats)).run(viewer)
    assert.equal(await surprise(me, talkedTo), fresh)
    const picked = await surprise(me, [...talkedTo, { characterId: fresh!, sessionId: newId() }])
    assert.isTrue([fresh, ...rows.map(({ id }) => id)].includes(picked!))
    assert.isNotNull(await surprise(null, []))
  })
})

/** Ignores the limit, because the database has more characters than a user talks to. */
class Everything extends RecentChats {
  constructor(private readonly chats: RecentChat[]) {
    super()
  }

  async newest() {
    return this.chats
  }
}

test.group('Chips of the screen', () => {
  test('keep their order; empty ones are marked, and further ones are left out', async ({ assert }) => {
    const query = await app.container.make(ListChipsQuery)
    const db = await database()
    await putCharacters([{ category: 'Fantasy' }, { tags: ['FURRY'] }])
    for (const viewer of [null, aViewer()]) {
      const answer = await query.run(viewer)
      const { rows } = await db.rawQuery<{ rows: { chip: string }[] }>(
        `SELECT DISTINCT ltrim(unnest(gallery_chips(category, tags, is_nsfw)), chr(31)) AS chip FROM characters
         WHERE is_public AND deleted_at IS NULL ${viewer ? '' : 'AND NOT is_nsfw'}`
      )
      const used = new Set(['', ...rows.map(({ chip }) => chip)])
      const isUsed = ({ value }: { value: string }) => used.has(value.toLowerCase())
      const marked = chips.map((chip) => (isUsed(chip) ? chip : { ...chip, isEmpty: true as const }))
      assert.deepEqual(answer, [...marked, ...furtherChips.filter(isUsed)])
      assert.isTrue(isUsed({ value: 'Fantasy' }) && isUsed({ value: 'Furry' }))
    }
  })
})
