import { test } from '@japa/runner'
import fc from 'fast-check'
import type { CharacterDraft } from '../formats/characters/character_draft.ts'
import { editsFor } from '../formats/characters/edits_for.ts'
import { rewriteCard } from '../formats/characters/rewrite_card.ts'
import { specEdits } from '../formats/characters/spec_edits.ts'
import { writeV3 } from '../formats/characters/write_card.ts'
import type { JsonEdit } from '../formats/json/patch_json.ts'
import { documentOf, draftOf, options, readText, v1, v2, v2Data, v3, v3Data } from './support/character_cards.ts'

const edited = (
  text: string,
  change: Partial<CharacterDraft>
): { edits: JsonEdit[]; text: string; draft: CharacterDraft } => {
  const document = documentOf(text)
  const { draft } = readText(text)
  const edits = editsFor(document, draft, { ...draft, ...change }, options)
  if (!edits.ok) throw new Error(edits.failure.because)
  const patched = document.patch(edits.value)
  if (!patched.ok) throw new Error(patched.failure.reason)
  return { edits: edits.value, text: patched.value, draft: readText(patched.value).draft }
}

const pathsOf = (text: string, change: Partial<CharacterDraft>) =>
  edited(text, change).edits.map(({ path }) => path.join('.'))

/** A card with everything that a lossy export would change. */
const hostile = String.raw`{
  "spec" : "chara_card_v3", "spec_version":"3.0",
  "name": "an old copy", "fav": false,
  "data": { "name":"Old name", "name": "Mira",
    "description": "Lone \ud800 half, NUL \u0000, \u0041scii, \/ slash",
    "personality":"", "scenario": "A storm.", "first_mes":"Hi", "mes_example":"",
    "creator_notes":"", "system_prompt":"", "post_history_instructions":"",
    "alternate_greetings":["One \udc00.", "", "Two."], "tags":["sea", "Romance", "slow"],
    "creator":"", "character_version": 1.0, "group_only_greetings": [ ],
    "extensions": {"my_app":{"id": 9007199254740993, "zero": -0, "float": 1.0, "exp": 1E400, "__proto__": {"a": 1}},
      "depth_prompt": {"prompt": "It rains.", "depth": "", "role": "system"}},
    "unknown": [null, 1.50, {"deep": [[[]]]}], "character_book": null
  }
}`

test.group('Exporting a kept card', () => {
  test('returns the same text when nothing was edited', ({ assert }) => {
    const one = edited(hostile, {})
    assert.deepEqual(one.edits, [])
    assert.equal(one.text, hostile)
    const { draft } = readText(hostile)
    assert.deepEqual(rewriteCard(documentOf(hostile), draft, draft, 'own', options), { ok: true, value: hostile })
    assert.deepEqual(rewriteCard(documentOf(hostile), draft, draft, 'v3', options), { ok: true, value: hostile })
  })

  test('changes only the name when only the name was edited', ({ assert }) => {
    const { text } = edited(hostile, { name: 'Mira II' })
    // Otherwise, both copies would keep the old name in the file.
    const expected = hostile
      .replace('"name": "an old copy"', '"name": "Mira II"')
      .replace('"name":"Old name", "name": "Mira"', '"name": "Mira II"')
    assert.equal(text, expected)
  })

  test('changes only one greeting, and keeps the contents of the others', ({ assert }) => {
    const { alternateGreetings } = readText(hostile).draft
    assert.deepEqual(alternateGreetings, ['One �.', 'Two.'])
    const { text } = edited(hostile, { alternateGreetings: ['One �.', 'Two!'] })
    assert.equal(text, hostile.replace('"Two."', '"Two!"'))
  })

  for (const [title, change, paths] of [
    ['name', { name: 'N' }, 'data.name'],
    ['nickname', { nickname: 'N' }, 'data.nickname'],
    ['backstory', { backstory: 'B' }, 'data.description'],
    ['personality', { personality: 'P' }, 'data.personality'],
    ['scenario', { scenario: 'S' }, 'data.scenario'],
    ['first message', { firstMessage: 'F' }, 'data.first_mes'],
    ['examples', { exampleDialogue: 'E' }, 'data.mes_example'],
    ['system prompt', { systemPrompt: 'S' }, 'data.system_prompt'],
    ['last instructions', { postHistoryInstructions: 'P' }, 'data.post_history_instructions'],
    ['creator', { creatorName: 'C' }, 'data.creator'],
    ['version', { version: '2' }, 'data.character_version'],
    ['notes', { creatorNotes: { ...draftOf(v3).creatorNotes!, text: 'N' } }, 'data.creator_notes'],
    [
      'notes in a language',
      { creatorNotes: { ...draftOf(v3).creatorNotes!, translations: { en: 'N' } } },
      'data.creator_notes_multilingual.en,data.creator_notes_multilingual.ja',
    ],
    ['sources', { source: ['https://example.com/mira', 'b'] }, 'data.source.1'],
    ['second greeting', { alternateGreetings: ['The light is out.', 'New.'] }, 'data.alternate_greetings.1'],
    ['fewer greetings', { alternateGreetings: ['You again.'] }, 'data.alternate_greetings.0'],
    [
      'more greetings',
      { alternateGreetings: ['The light is out.', 'You again.', 'New.'] },
      'data.alternate_greetings.2',
    ],
    [
      'a greeting in between',
      { alternateGreetings: ['The light is out.', 'New.', 'You again.'] },
      'data.alternate_greetings',
    ],
    ['greetings for groups', { groupGreetings: [] }, 'data.group_only_greetings.0'],
    [
      'depth note',
      { depthNote: { text: 'D', depth: 2, role: 'user' as const } },
      'data.extensions.depth_prompt.prompt,data.extensions.depth_prompt.depth,data.extensions.depth_prompt.role',
    ],
    ['teaser', { description: 'T' }, 'data.extensions.facet.description'],
    ['adult content', { isNsfw: true }, 'data.extensions.facet.isNsfw'],
    ['category', { category: 'Anime' }, 'data.tags.1,data.extensions.facet.category'],
    ['tags', { tags: ['sea', 'fast'] }, 'data.tags.2'],
    ['fewer tags', { tags: ['Slow'] }, 'data.tags.0,data.tags.2'],
    ['lorebook', { book: { path: [], value: { entries: [] }, entryCount: 0 } }, 'data.character_book'],
    ['no lorebook', { book: null }, 'data.character_book'],
    [
      'assets',
      { assets: [...draftOf(v3).assets, { type: 'emotion', uri: 'embeded://a', name: 'joy', ext: 'png' }] },
      'data.assets.1',
    ],
  ] as [string, Partial<CharacterDraft>, string][])
    test(`edits only its path when the edit is: ${title}`, ({ assert }) => {
      const text = JSON.stringify(v3, null, 2)
      assert.equal(pathsOf(text, change).join(), paths)
      const before = readText(text).draft
      const after = edited(text, change).draft
      const bookless = ({ book, ...draft }: CharacterDraft) => ({ ...draft, entries: book?.entryCount })
      const plain = (draft: CharacterDraft) => JSON.parse(JSON.stringify(bookless(draft)))
      // The teaser follows the creator's notes, as whenever a card is read.
      const description = change.creatorNotes?.text === 'N' ? 'N' : (change.description ?? before.description)
      assert.deepEqual(plain(after), plain({ ...before, ...change, description }))
    })

  test('edits the copies at the root together with data', ({ assert }) => {
    const text = JSON.stringify({ ...v1, creatorcomment: 'A', creator: 'Ana', tags: ['sea'], avatar: 'none', ...v2 })
    assert.deepEqual(pathsOf(text, { firstMessage: 'F', creatorName: 'C', tags: ['x'] }), [
      'data.first_mes',
      'first_mes',
      'data.creator',
      'creator',
      'data.tags.0',
      'data.tags.2',
      'tags',
    ])
    const before = draftOf(v2)
    const notes = { ...before.creatorNotes!, text: 'N' }
    assert.deepEqual(pathsOf(text, { creatorNotes: notes }), ['data.creator_notes', 'creatorcomment'])
  })

  test('edits V1 at the root', ({ assert }) => {
    const text = JSON.stringify({ ...v1, creatorcomment: 'A' })
    const { draft } = readText(text)
    const change = {
      name: 'N',
      systemPrompt: 'S',
      nickname: 'Ni',
      alternateGreetings: ['Hm'],
      groupGreetings: ['All'],
      creatorNotes: { ...draft.creatorNotes!, text: 'N' },
      description: 'T',
      depthNote: { text: 'D', depth: 0, role: 'system' as const },
      category: 'Anime',
      tags: ['sea'],
      source: ['s'],
      isNsfw: true,
    }
    const result = edited(text, change)
    assert.sameMembers(
      result.edits.map(({ path }) => path[0]),
      ['name', 'system_prompt', 'alternate_greetings', 'creatorcomment', 'tags'].concat(Array(9).fill('extensions'))
    )
    assert.deepEqual(result.draft, { ...draft, ...change })
  })

  test('puts fields of V3 into our extension of a V2 card', ({ assert }) => {
    const text = JSON.stringify(v2)
    const change = { nickname: 'Mi', source: ['s'], groupGreetings: ['All'] }
    assert.deepEqual(pathsOf(text, change), [
      'data.extensions.facet.nickname',
      'data.extensions.group_greetings',
      'data.extensions.facet.source',
    ])
    assert.deepEqual(edited(text, change).draft, { ...draftOf(v2), ...change })
  })

  test('keeps tags that Facet has no room for', ({ assert }) => {
    const many = Array.from({ length: 30 }, (_, index) => `tag ${index}`)
    const text = JSON.stringify({ ...v2, data: { ...v2Data, tags: [...many, 'x'.repeat(50), 'Romance'] } })
    const { tags } = readText(text).draft
    const { text: patched } = edited(text, { tags: [...tags.slice(1), 'new'] })
    assert.deepEqual(JSON.parse(patched).data.tags, [
      ...many.slice(1, 20),
      'new',
      ...many.slice(20),
      'x'.repeat(50),
      'Romance',
    ])
  })

  test('notes the category when a new tag would name another', ({ assert }) => {
    const text = JSON.stringify({ ...v2, data: { ...v2Data, tags: ['sea'] } })
    const result = edited(text, { tags: ['sea', 'Anime'] })
    assert.deepInclude(result.draft, { category: 'General', tags: ['sea', 'Anime'] })
  })

  test('writes whole objects in place of values that can’t hold keys', ({ assert }) => {
    const text = JSON.stringify({ ...v2, data: { ...v2Data, extensions: 'none', tags: 'sea, slow' } })
    const result = edited(text, {
      nickname: 'Mi',
      isNsfw: true,
      depthNote: { text: 'D', depth: 1, role: 'user' },
      tags: ['sea'],
    })
    assert.deepInclude(result.draft, {
      nickname: 'Mi',
      isNsfw: true,
      depthNote: { text: 'D', depth: 1, role: 'user' },
      tags: ['sea'],
    })
  })

  test('keeps RisuAI’s own lists of assets', ({ assert }) => {
    const extensions = { risuai: { emotions: [['sad', '__asset:1']] } }
    const text = JSON.stringify({ ...v3, data: { ...v3Data, extensions } })
    const { assets } = readText(text).draft
    assert.lengthOf(assets, 2)
    const joy = { type: 'emotion', uri: 'embeded://a', name: 'joy', ext: 'png' }
    assert.deepEqual(pathsOf(text, { assets: [...assets, joy] }), ['data.assets.1'])
    assert.lengthOf(edited(text, { assets: [...assets, joy] }).draft.assets, 3)
  })

  test('changes one of two assets that share a path', ({ assert }) => {
    const joy = { type: 'emotion', uri: 'embeded://a', name: 'joy', ext: 'png' }
    const listed = [joy, 'no asset', { ...joy, name: 'glee', own: 9 }]
    const text = JSON.stringify({ ...v3, data: { ...v3Data, assets: listed } })
    const sad = { ...joy, name: 'sad' }
    const result = edited(text, { assets: [sad, { ...joy, name: 'glee' }] })
    assert.deepEqual(JSON.parse(result.text).data.assets, [sad, ...listed.slice(1)])
  })

  test('lists the assets of a V3 card that had no list', ({ assert }) => {
    const { assets: _, ...data } = v3Data
    const text = JSON.stringify({ ...v3, data })
    const joy = { type: 'emotion', uri: 'embeded://a', name: 'joy', ext: 'png' }
    const assets = [...readText(text).draft.assets, joy]
    assert.deepEqual(JSON.parse(edited(text, { assets }).text).data.assets, assets)
  })

  test('replaces the teaser, also where it is used as the notes', ({ assert }) => {
    const text = JSON.stringify(writeV3({ ...draftOf(v3), creatorNotes: null, description: 'Lamps!' }))
    const result = edited(text, { description: 'Lights!' })
    assert.deepInclude(result.draft, { description: 'Lights!', creatorNotes: null })
    const both = edited(text, { description: 'Lights!', creatorNotes: { text: 'Mine.', translations: {} } })
    assert.deepInclude(both.draft, { description: 'Lights!', creatorNotes: { text: 'Mine.', translations: {} } })
  })

  test('refuses formats other than V1, V2 and V3', ({ assert }) => {
    const document = documentOf('{"char_name": "Mira", "char_persona": ""}')
    const { draft } = readText(document.text)
    assert.isFalse(editsFor(document, draft, { ...draft, name: 'N' }, options).ok)
    assert.isFalse(rewriteCard(document, draft, draft, 'v3', options).ok)
  })

  test('gives the edited fields when the card is read again, whatever was edited', ({ assert }) => {
    const text = fc.constantFrom('', 'A', 'B\n\nC', '\u2028 "x" \\')
    const line = fc.constantFrom('', 'A', '"x" \\')
    const list = fc.array(fc.constantFrom('One �.', 'Two.', 'Three', 'Four'), { maxLength: 5 })
    const change = fc.record(
      {
        name: fc.constantFrom('Mira', 'N'),
        nickname: line,
        backstory: text,
        personality: text,
        firstMessage: text,
        alternateGreetings: list,
        groupGreetings: list,
        systemPrompt: text,
        version: line,
        source: list,
        category: fc.constantFrom(...options.categories.slice(0, 3)),
        tags: fc.uniqueArray(fc.constantFrom('sea', 'slow', 'x', 'y', 'Anime', 'Romance', 'General')),
        depthNote: fc.option(
          fc.record({
            text: fc.constantFrom('A', 'It rains.'),
            depth: fc.nat(9),
            role: fc.constantFrom('system' as const, 'user' as const),
          })
        ),
      },
      { requiredKeys: [] }
    )
    const cards = [hostile, JSON.stringify(v1), JSON.stringify({ ...v1, ...v2 }, null, 1), JSON.stringify(v3)]
    fc.assert(
      fc.property(fc.constantFrom(...cards), change, change, (card, first, second) => {
        const once = edited(card, first)
        assert.deepEqual(
          JSON.parse(JSON.stringify(once.draft)),
          JSON.parse(JSON.stringify({ ...readText(card).draft, ...first }))
        )
        // A second edit starts from the first one's result.
        const twice = edited(once.text, second)
        assert.deepEqual(
          JSON.parse(JSON.stringify(twice.draft)),
          JSON.parse(JSON.stringify({ ...once.draft, ...second }))
        )
        assert.deepEqual(edited(twice.text, {}).text, twice.text)
      }),
      { numRuns: 150 }
    )
  })
})

test.group('Changing the specification of a kept card', () => {
  const rewritten = (text: string, version: 'v2' | 'v3', change: Partial<CharacterDraft> = {}) => {
    const { draft } = readText(text)
    const result = rewriteCard(documentOf(text), draft, { ...draft, ...change }, version, options)
    return result.ok ? result.value : result.failure.because
  }

  test('to V3 changes the specification and adds the required field', ({ assert }) => {
    const text = JSON.stringify({ ...v2, fav: true })
    const expected = {
      ...v2,
      spec: 'chara_card_v3',
      spec_version: '3.0',
      data: { ...v2Data, group_only_greetings: [] },
    }
    assert.equal(rewritten(text, 'v3'), JSON.stringify({ ...expected, fav: true }))
  })

  test('to V3 adds the required `use_regex` to entries without it', ({ assert }) => {
    const entries = (useRegex: object) => [
      { keys: ['a'], content: 'b', ...useRegex },
      { keys: [], use_regex: true },
    ]
    const withBook = (useRegex: object) => ({
      ...v2Data,
      character_book: { entries: entries(useRegex), extensions: {} },
    })
    const text = JSON.stringify({ ...v2, data: withBook({}) })
    assert.deepEqual(JSON.parse(rewritten(text, 'v3')).data.character_book.entries, entries({ use_regex: false }))
    assert.equal(rewritten(text, 'v2'), text)
  })

  test('to V2 changes the specification alone when there are no decorators', ({ assert }) => {
    assert.equal(
      rewritten(JSON.stringify(v3), 'v2'),
      JSON.stringify({ ...v3, spec: 'chara_card_v2', spec_version: '2.0' })
    )
  })

  test('to V2 removes decorators beside all edits, and says so', ({ assert }) => {
    const book = { entries: [{ keys: ['a'], content: '@@depth 3\nIt rains.', extra: 1 }] }
    const text = JSON.stringify({ ...v3, data: { ...v3Data, character_book: book } })
    const { data } = JSON.parse(rewritten(text, 'v2', { name: 'N', creatorNotes: { text: 'Mine.', translations: {} } }))
    assert.deepEqual(data.character_book.entries, [{ keys: ['a'], content: 'It rains.', extra: 1 }])
    assert.equal(data.name, 'N')
    assert.match(data.creator_notes, /^Mine\.\n\n.*no lorebook decorators/)
  })

  test('keeps the fields of V1 beside those of the later version', ({ assert }) => {
    const text = JSON.stringify({ ...v1, fav: 1 }).replace('"fav":1', '"fav":1.0')
    const written = JSON.parse(rewritten(text, 'v2', { name: 'N' }))
    assert.include(rewritten(text, 'v2'), '"fav":1.0')
    assert.deepInclude(written, { name: 'N', description: v1.description, spec: 'chara_card_v2', spec_version: '2.0' })
    assert.deepInclude(written.data, { name: 'N', description: v1.description, alternate_greetings: [] })
    assert.equal(readText(rewritten(text, 'v3')).report.spec, 'chara_card_v3 3.0')
    assert.isNull(specEdits(documentOf(text), 'v3'))
  })

  test('leaves a card without data unchanged when it names the version', ({ assert }) => {
    const text = JSON.stringify({ ...v1, spec: 'chara_card_v2' })
    assert.equal(rewritten(text, 'v2'), text)
  })
})
