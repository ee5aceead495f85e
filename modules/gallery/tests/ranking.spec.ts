import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#modules/kernel/ids'
import { longRun } from '#tests/support/long_run'
import { FoldIncrements } from '../src/actions/fold_increments.ts'
import { SuggestCharacters } from '../src/actions/suggest_characters.ts'
import { decodePosition, sorts } from '../src/domain/sorts.ts'
import type { ListRequest } from '../src/queries/list_characters_query.ts'
import type { Viewer } from '../index.ts'
import { aViewer, database, list, listQuery, newWord, putCharacters, type CharacterSeed } from './support.ts'

const namesInOrder = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name)

/** Reads all pages and returns the ids in order. */
const allIds = async (request: Partial<ListRequest>, viewer: Viewer | null, limit: number) => {
  const ids: string[] = []
  let after = null
  for (let pages = 0; pages < 200; pages++) {
    const page = await list({ ...request, limit, after }, viewer)
    ids.push(...page.items.map(({ id }) => id))
    if (page.next === null) return ids
    after = decodePosition(request.sort ?? 'popular', page.next, (request.q ?? '') !== '')
    if (after === null) throw new Error('The next cursor is invalid.')
  }
  throw new Error('There are too many pages.')
}

test.group('Ranked search', () => {
  test('ranks the exact name, beginnings, words, tags and texts, each by popularity', async ({ assert }) => {
    const word = newWord()
    await putCharacters([
      { name: 'In the text', description: `About a ${word}.`, popularity: 90 },
      { name: `xx${word}`, popularity: 91 },
      { name: 'Tagged', tags: [`${word}s`], popularity: 80 },
      { name: 'Tagged exactly', tags: ['Other', word.toUpperCase()], popularity: 81 },
      { name: `The ${word}`, description: word, popularity: 70 },
      { name: `Jean-${word.toUpperCase()}`, popularity: 71 },
      { name: `${word}ette`, tags: [word], popularity: 60 },
      { name: `${word} the Great`, popularity: 61 },
      { name: word.toUpperCase(), popularity: 1 },
    ])
    await (await app.container.make(FoldIncrements)).run()
    const page = await list({ q: word })
    assert.deepEqual(namesInOrder(page), [
      word.toUpperCase(),
      `${word} the Great`,
      `${word}ette`,
      `Jean-${word.toUpperCase()}`,
      `The ${word}`,
      'Tagged exactly',
      'Tagged',
      `xx${word}`,
      'In the text',
    ])
    assert.deepEqual(
      page.items.map(({ match }) => match?.field),
      ['name', 'name', 'name', 'name', 'name', 'tag', 'tag', 'name', 'description']
    )
    assert.equal(page.items[5]!.match!.text, word.toUpperCase())
    assert.equal(page.items.at(-1)!.match!.text, `About a ${word}.`)
    assert.notProperty((await list({})).items[0], 'match')
  })

  test('compares all letters of texts longer than the keys', async ({ assert }) => {
    const word = newWord()
    await putCharacters([
      { name: `Alexandra ${word} one` },
      { name: `Alexandra ${word} two`, popularity: 5 },
      { name: `Dear Alexandra ${word} one` },
      { name: `Alexandra ${newWord()}` },
    ])
    assert.deepEqual(namesInOrder(await list({ q: `alexandra  ${word} ONE` })), [
      `Alexandra ${word} one`,
      `Dear Alexandra ${word} one`,
    ])
    assert.lengthOf((await list({ q: `alexandra ${word}` })).items, 3)
    assert.isEmpty((await list({ q: `alexandra ${word} three` })).items)
  })

  test('a name of any words can be saved, and is found by its first ones', async ({ assert }) => {
    const tag = newWord()
    const names = ['a '.repeat(40).trim(), '.'.repeat(80), '字'.repeat(80), `${'word '.repeat(15)}last`]
    await putCharacters(names.map((name) => ({ name, tags: [...Array.from({ length: 19 }, () => newWord()), tag] })))
    const found = async (q: string) => (await list({ q, tags: [tag] })).items.map(({ name }) => name)
    assert.deepEqual(await found('a a'), [names[0]!])
    assert.deepEqual(await found('.'), [names[1]!])
    assert.deepEqual(await found('字字'), [names[2]!])
    assert.deepEqual(await found('word word'), [names[3]!])
    assert.deepEqual(await found('la'), [])
    assert.deepEqual(await found('last'), [names[3]!])
  })

  test('a cursor behind the last rank of a short search lists nothing', async ({ assert }) => {
    const after = { rank: 4, key: '0', id: newId() }
    for (const viewer of [null, aViewer()]) assert.isEmpty((await list({ q: 'w', after }, viewer)).items)
  })

  test('does not search long texts', async ({ assert }) => {
    const word = newWord()
    await putCharacters([{ first_message: `Hello ${word}` }])
    assert.isEmpty((await list({ q: word })).items)
  })

  test('shows the words around a match in a long description', async ({ assert }) => {
    const word = newWord()
    const filler = 'Lorem ipsum dolor sit amet. '.repeat(10)
    await putCharacters([{ description: `${filler}Here is ${word}, at last. ${filler}` }])
    const { text } = (await list({ q: word })).items[0]!.match!
    assert.isTrue(text.startsWith('…') && text.endsWith('…'), text)
    assert.include(text, `Here is ${word}, at last.`)
    assert.isBelow(text.length, 160)
  })

  for (const sort of sorts)
    test(`${sort}: pages of any search and filter have each match once, in the order of the whole list`, async ({
      assert,
    }) => {
      const random = randomOf(sort.length)
      const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
      const mark = newWord()
      const me = aViewer()
      const [q, other] = [newWord(), newWord()]
      const seeds = Array.from({ length: 90 }, (): CharacterSeed => ({
        name: pick([q, `${q} ${pick(['A', 'B'])}`, `The ${q}`, `x${q}`, 'Else', 'Else too']),
        description: pick(['', q, `It says ${q} here.`, other]),
        tags: [mark, ...[q, other, `${q}x`].filter(() => random() < 0.3)],
        is_nsfw: random() < 0.2,
        is_public: random() < 0.8,
        created_by: random() < 0.4 ? me.id : newId(),
        popularity: Math.floor(random() * 4),
        trend: Math.floor(random() * 4),
        created_at: `2026-01-0${1 + Math.floor(random() * 3)}T00:00:00.000Z`,
        deleted_at: random() < 0.05 ? '2026-02-01T00:00:00Z' : null,
      }))
      await putCharacters(seeds)
      await (await app.container.make(FoldIncrements)).run()
      const requests: Partial<ListRequest>[] = [
        { q },
        { q: q.slice(0, 2) },
        { q, exclude: [other] },
        { q, mine: true },
        { q: '', tags: [other], exclude: [`${q}x`] },
        { q: '', mine: true },
      ]
      for (const rights of [{}, { limitlessEnabled: true }])
        for (const request of requests) {
          const wanted = { ...request, tags: [mark, ...(request.tags ?? [])], sort }
          const viewer = { ...me, ...rights }
          const whole = (await list(wanted, viewer)).items.map(({ id }) => id)
          assert.lengthOf(new Set(whole), whole.length)
          assert.deepEqual(await allIds(wanted, viewer, 1 + Math.floor(random() * 7)), whole, JSON.stringify(wanted))
          if (request.q === q && !request.mine && !request.exclude)
            assert.equal(whole.length, seeds.filter((seed) => isFound(seed, q, viewer)).length)
        }
    }).tags(sort === 'popular' ? [] : longRun)
})

/** Whether the search finds the seed for the viewer, by the rules of the README. */
const isFound = (seed: CharacterSeed, q: string, viewer: Viewer) => {
  const isOwn = seed.created_by === viewer.id
  if (seed.deleted_at || !(seed.is_public || isOwn)) return false
  const readsText = !seed.is_nsfw || isOwn || viewer.limitlessEnabled
  return (
    seed.name!.includes(q) ||
    seed.tags!.some((tag) => tag.startsWith(q)) ||
    (readsText && seed.description!.includes(q))
  )
}

/** Returns a generator of numbers from 0 to 1 that are the same in every run. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test.group('Filters', () => {
  test('tags require all, exclude refuses any, and both ignore case and include the category', async ({ assert }) => {
    const [a, b] = [newWord(), newWord()]
    await putCharacters([
      { name: 'both', tags: [a, b] },
      { name: 'a only', tags: [a.toUpperCase()] },
      { name: 'category', category: a, tags: [b] },
      { name: 'adult', tags: [a, b], is_nsfw: true },
    ])
    const names = async (request: Partial<ListRequest>, viewer: Viewer | null = null) =>
      namesInOrder(await list({ ...request, sort: 'name' }, viewer))
    assert.deepEqual(await names({ tags: [a.toUpperCase(), b] }), ['both', 'category'])
    assert.deepEqual(await names({ tags: [a, b] }, aViewer()), ['adult', 'both', 'category'])
    assert.deepEqual(await names({ tags: [a], exclude: [b.toUpperCase()] }), ['a only'])
    assert.deepEqual(await names({ tags: [a], exclude: [b] }, aViewer()), ['a only'])
    assert.deepEqual(await names({ tags: [a], exclude: ['limitless'] }, aViewer()), ['a only', 'both', 'category'])
    assert.deepEqual(await names({ tags: [a], exclude: [a] }), [])
  })

  test('liked lists the viewer’s likes that are still visible', async ({ assert }) => {
    const me = aViewer()
    const ids = await putCharacters([
      { name: 'liked' },
      { name: 'liked, private now', is_public: false },
      { name: 'liked, own', is_public: false, created_by: me.id },
      { name: 'not liked' },
    ])
    const db = await database()
    await db
      .table('character_likes')
      .multiInsert(ids.slice(0, 3).map((character_id) => ({ character_id, user_id: me.id })))
    assert.deepEqual(namesInOrder(await list({ liked: true, sort: 'name' }, me)), ['liked', 'liked, own'])
    assert.deepEqual(namesInOrder(await list({ liked: true, mine: true }, me)), ['liked, own'])
    assert.isEmpty((await list({ liked: true }, aViewer())).items)
    assert.isEmpty((await list({ liked: true }, null)).items)
  })
})

test.group('Suggestions', () => {
  const suggest = async (q: string, viewer: Viewer | null, waits: number | null = null) =>
    new SuggestCharacters(await listQuery(), { count: async () => waits } as never).run(q, viewer, 'test')

  test('rank names, words and tags, at most eight, without texts, gated and private characters', async ({ assert }) => {
    const word = newWord()
    const me = aViewer()
    await putCharacters([
      { name: 'In the text', description: word, popularity: 9 },
      { name: 'Tagged', tags: [word], popularity: 8 },
      { name: `The ${word}`, popularity: 7 },
      { name: `${word} Private`, is_public: false, popularity: 6 },
      { name: `${word} Own`, is_public: false, created_by: me.id, popularity: 5 },
      { name: `${word} Adult`, is_nsfw: true, popularity: 4 },
      { name: word },
    ])
    const found = async (viewer: Viewer | null) => {
      const answer = await suggest(word, viewer)
      return answer.ok ? answer.value.map(({ name, match }) => [name, match]) : []
    }
    const all = [
      [word, 'name'],
      [`${word} Own`, 'name'],
      [`The ${word}`, 'word'],
      ['Tagged', 'tag'],
    ]
    assert.deepEqual(await found(me), all)
    assert.deepEqual(await found({ ...me, limitlessEnabled: true }), [
      all[0],
      all[1],
      [`${word} Adult`, 'name'],
      ...all.slice(2),
    ])
    assert.deepEqual(await found(null), [all[0], all[2], all[3]])
    await putCharacters(Array.from({ length: 12 }, (_, n) => ({ name: `${word} ${n}` })))
    assert.lengthOf(await found(null), 8)
  })

  test('a blank text has none, and too many calls are refused', async ({ assert }) => {
    assert.deepEqual(await suggest('  ', null, 7), { ok: true, value: [] })
    assert.deepEqual(await suggest('a', null, 7), {
      ok: false,
      failure: { kind: 'too_many', retryAfterSeconds: 7 },
    })
  })
})
