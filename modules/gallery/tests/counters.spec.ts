import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { CharactersCreatedReader } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { Gallery } from '../index.ts'
import { FoldIncrements } from '../src/actions/fold_increments.ts'
import { ToggleLike } from '../src/actions/toggle_like.ts'
import { ListTagsQuery } from '../src/queries/list_tags_query.ts'
import { aViewer, database, newWord, putCharacters } from './support.ts'

const counters = async (id: string, viewer = aViewer({ limitlessEnabled: true })) => {
  const { character } = (await (await app.container.make(Gallery)).find(id, viewer))!
  return { likes: character.likes, messageCount: character.messageCount, liked: character.liked }
}

const popularity = async (id: string) =>
  Number((await (await database()).from('characters').where('id', id).select('popularity').firstOrFail()).popularity)

test.group('Likes', () => {
  test('a like counts once, is visible to its user and can be undone', async ({ assert }) => {
    const [id] = await putCharacters([{}])
    const toggle = await app.container.make(ToggleLike)
    const [ann, ben] = [aViewer(), aViewer()]
    assert.deepEqual(await toggle.run(ann.id, id!), { liked: true, likes: 1 })
    assert.deepEqual(await toggle.run(ben.id, id!), { liked: true, likes: 2 })
    assert.deepEqual(await counters(id!, ann), { likes: 2, messageCount: 0, liked: true })
    assert.deepEqual(await toggle.run(ann.id, id!), { liked: false, likes: 1 })
    assert.deepEqual(await counters(id!, ann), { likes: 1, messageCount: 0, liked: false })
    assert.isNull(await toggle.run(ann.id, newId()))
  })

  test('200 concurrent toggles by 50 users cancel out', async ({ assert }) => {
    const [id] = await putCharacters([{}])
    const toggle = await app.container.make(ToggleLike)
    const people = Array.from({ length: 50 }, () => newId())
    const fold = await app.container.make(FoldIncrements)
    const many = people.flatMap((person) => [1, 2, 3, 4].map(() => () => toggle.run(person, id!)))
    const answers = await Promise.all([...many.map((like) => like()), fold.run(), fold.run()])
    assert.equal(answers.filter((answer) => typeof answer === 'object' && answer?.liked).length, 100)
    assert.deepInclude(await counters(id!), { likes: 0 })

    await Promise.all(people.slice(0, 33).map((person) => toggle.run(person, id!)))
    const rows = await (await database()).from('character_likes').where('character_id', id!).count('* as n')
    assert.equal(Number(rows[0].n), 33)
    assert.deepInclude(await counters(id!), { likes: 33 })
    await fold.run()
    assert.equal(await popularity(id!), 330)
  })
})

test.group('Counting messages', () => {
  test('every increment counts once with concurrent writers and folds', async ({ assert }) => {
    const db = await database()
    const fold = await app.container.make(FoldIncrements)
    const ids = await putCharacters([{}, {}, {}])
    const write = (n: number) => db.rawQuery('SELECT gallery_count_messages(?::uuid, ?)', [ids[n % 3]!, 2])
    await Promise.all(Array.from({ length: 300 }, (_, n) => (n % 10 === 9 ? fold.run() : write(n))))
    while ((await fold.run()) > 0);
    const written = [0, 1, 2].map(
      (which) => Array.from({ length: 300 }, (_, n) => n).filter((n) => n % 10 !== 9 && n % 3 === which).length * 2
    )
    for (const which of [0, 1, 2]) assert.deepInclude(await counters(ids[which]!), { messageCount: written[which]! })
    assert.equal(await popularity(ids[0]!), written[0]!)
  })

  test('an increment rolls back with the message’s transaction', async ({ assert }) => {
    const db = await database()
    const [id] = await putCharacters([{}])
    const trx = await db.transaction()
    await trx.rawQuery('SELECT gallery_count_messages(?::uuid, 1)', [id!])
    await trx.rollback()
    await (await app.container.make(FoldIncrements)).run()
    assert.deepInclude(await counters(id!), { messageCount: 0 })
  })

  test('an increment for a deleted character is dropped', async ({ assert }) => {
    const db = await database()
    const fold = await app.container.make(FoldIncrements)
    await db.rawQuery('SELECT gallery_count_messages(?::uuid, 1)', [newId()])
    await fold.run()
    assert.equal(await fold.run(), 0)
  })

  test('a popularity above 100 is written only when it changes by 2 %', async ({ assert }) => {
    const db = await database()
    const fold = await app.container.make(FoldIncrements)
    const [id] = await putCharacters([{}])
    const add = async (n: number) => {
      await db.rawQuery('SELECT gallery_count_messages(?::uuid, ?)', [id!, n])
      await fold.run()
    }
    await add(1000)
    await add(10)
    assert.equal(await popularity(id!), 1000)
    await add(10)
    assert.equal(await popularity(id!), 1020)
    assert.deepInclude(await counters(id!), { messageCount: 1020 })
  })
})

test.group('Tags', () => {
  const counted = async (tag: string) => {
    const db = await database()
    const { rows } = await db.rawQuery<{ rows: { uses: number; open: number }[] }>(
      `SELECT coalesce(sum(uses), 0)::int AS uses, coalesce(sum(open_uses), 0)::int AS open FROM (
         SELECT uses, open_uses FROM character_tags WHERE key = ?
         UNION ALL SELECT uses, open_uses FROM character_tag_increments WHERE lower(spelling) = ?) AS counted`,
      [tag, tag]
    )
    return rows[0]
  }

  test('follow created, edited, hidden and deleted characters, before and after folding', async ({ assert }) => {
    const db = await database()
    const fold = await app.container.make(FoldIncrements)
    const tag = newWord()
    const [first, second] = await putCharacters([
      { tags: [tag] },
      { tags: [tag.toUpperCase()], is_nsfw: true },
      { tags: [tag], is_public: false },
    ])
    assert.deepEqual(await counted(tag), { uses: 2, open: 1 })
    await fold.run()
    assert.deepEqual(await counted(tag), { uses: 2, open: 1 })
    await db.from('characters').where('id', first!).update({ tags: [] })
    await db.from('characters').where('id', second!).update({ is_nsfw: false })
    assert.deepEqual(await counted(tag), { uses: 1, open: 1 })
    await db.from('characters').where('id', second!).update({ deleted_at: new Date() })
    await fold.run()
    assert.deepEqual(await counted(tag), { uses: 0, open: 0 })
  })

  test('are listed most used first, at most 200, without hidden adult ones', async ({ assert }) => {
    const query = await app.container.make(ListTagsQuery)
    const [often, seldom, adult] = [newWord(), newWord(), newWord()]
    await putCharacters([
      ...Array.from({ length: 60 }, () => ({ tags: [often] })),
      ...Array.from({ length: 50 }, () => ({ tags: [seldom] })),
      ...Array.from({ length: 55 }, () => ({ tags: [adult], is_nsfw: true })),
    ])
    await putCharacters([{ tags: Array.from({ length: 300 }, () => newWord()) }])
    const mine = (tags: string[]) => tags.filter((tag) => [often, seldom, adult].includes(tag))
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(mine(await query.run(null)), [often, seldom])
      assert.deepEqual(mine(await query.run(aViewer({ limitlessEnabled: true }))), [often, adult, seldom])
      assert.lengthOf(await query.run(null), 200)
      await (await app.container.make(FoldIncrements)).run()
    }
  })
})

test.group('Characters created', () => {
  test('counts public and private characters, but not deleted ones', async ({ assert }) => {
    const made = await app.container.make(CharactersCreatedReader)
    const me = newId()
    assert.equal(await made.count(me), 0)
    await putCharacters([
      { created_by: me },
      { created_by: me, is_public: false },
      { created_by: me, deleted_at: '2026-01-01T00:00:00Z' },
    ])
    assert.equal(await made.count(me), 2)
  })
})
