import { test } from '@japa/runner'
import { withAssets } from '../src/exports/card_texts.ts'
import fc from 'fast-check'
import type { CharacterDraft } from '../formats/characters/character_draft.ts'
import { isAdultTag } from '../formats/characters/card_tags.ts'
import { readCharacter, readCharacterDocument } from '../formats/characters/read_character.ts'
import { writeV2, writeV3 } from '../formats/characters/write_card.ts'
import { serializeJson } from '../formats/json/serialize_json.ts'
import { documentOf, draftOf, options, read, v3 } from './support/character_cards.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    '@@depth 4\nIt rains.',
    '<p>Hi</p>',
    '{{char}} "quoted" \\ \u2028',
    'One.\n\nTwo.',
    '🎐'.repeat(300)
  )
)
const filled = text.map((value) => value.trim() || 'Hm.')
const word = fc.stringMatching(/^[a-zA-Z0-9+ éß火-]{1,20}$/).map((value) => value.trim().replaceAll(/ +/g, ' ') || 'w')
const line = fc.oneof(fc.constant(''), word)
const visible = (value: string) => value.trim() !== ''
const tags = fc
  .array(word, { maxLength: 20 })
  .map((list) => [...new Map(list.map((tag) => [tag.toLowerCase(), tag])).values()])
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<never>

/** Characters that Facet could store: texts are trimmed to empty, tags are tidy, and adult tags make them adult. */
const characters: fc.Arbitrary<CharacterDraft> = fc
  .record({
    name: word,
    nickname: line,
    description: text,
    backstory: text,
    personality: text,
    scenario: text,
    firstMessage: text,
    alternateGreetings: fc.array(filled, { maxLength: 4 }),
    groupGreetings: fc.array(filled, { maxLength: 3 }),
    exampleDialogue: text,
    systemPrompt: text,
    postHistoryInstructions: text,
    depthNote: fc.option(
      fc.record({
        text: filled,
        depth: fc.integer({ min: 0, max: 10_000 }),
        role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
      })
    ),
    creatorNotes: fc.record({
      text,
      translations: fc.dictionary(fc.constantFrom('en', 'ja', 'de', 'zh-Hant'), filled),
    }),
    creatorName: line,
    version: line,
    source: fc.array(word, { maxLength: 3 }),
    regexScripts: fc.array(
      fc.record({
        name: word,
        find: filled,
        replace: text,
        trim: fc.array(filled, { maxLength: 2 }),
        of: fc.constantFrom<('user' | 'character')[][]>(['user'], ['character'], ['user', 'character']),
        where: fc.constantFrom('both' as const, 'display' as const, 'prompt' as const),
        fills: fc.constantFrom('none' as const, 'raw' as const, 'escaped' as const),
        minDepth: fc.option(fc.nat(10_000)),
        maxDepth: fc.option(fc.nat(10_000)),
      }),
      { maxLength: 2 }
    ),
    category: fc.constantFrom(...options.categories),
    tags,
    isNsfw: fc.boolean(),
    descriptionIsTeaser: fc.boolean(),
    book: fc.option(
      fc.array(fc.record({ keys: fc.array(word), content: text, extra: json }), { maxLength: 3 }).map((entries) => ({
        path: ['data', 'character_book'],
        value: { extensions: {}, entries },
        entryCount: entries.length,
      }))
    ),
    assets: fc.array(
      fc.record({
        type: fc.constantFrom('icon', 'emotion', 'x_mine'),
        uri: word.map((path) => `embeded://${path}`),
        name: line,
        ext: fc.constantFrom('png', 'unknown'),
      }),
      { maxLength: 3 }
    ),
  })
  .map((character) => {
    const blankToEmpty = (value: unknown): unknown => (typeof value === 'string' && !visible(value) ? '' : value)
    const tidy = Object.fromEntries(Object.entries(character).map(([key, value]) => [key, blankToEmpty(value)]))
    const isNsfw = character.isNsfw || character.category === options.adultCategory || character.tags.some(isAdultTag)
    const { translations } = character.creatorNotes
    const given = blankToEmpty(character.creatorNotes.text) as string
    // Notes equal to the teaser are no notes.
    const notes = given === tidy.description ? '' : given
    const creatorNotes = notes === '' && Object.keys(translations).length === 0 ? null : { text: notes, translations }
    return { ...tidy, creatorNotes, isNsfw } as CharacterDraft
  })

/** Removes prototypes and undefined members. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test.group('Writing a card', () => {
  test('as V3 gives the same fields when it is read again', ({ assert }) => {
    fc.assert(
      fc.property(characters, (character) => {
        const document = documentOf(serializeJson(writeV3(character), 50))
        const reading = readCharacterDocument(document, options)
        if (!reading.ok) throw new Error(reading.failure.because)
        const { draft, report } = reading.value
        assert.deepEqual(plain(draft), plain(character))
        assert.deepEqual(report.warnings, [])
        assert.deepEqual(report.kept, [])
      }),
      { numRuns: 150 }
    )
  })

  test('as V2 gives the same fields but assets and decorators when it is read again', ({ assert }) => {
    fc.assert(
      fc.property(characters, (character) => {
        const reading = readCharacter(JSON.parse(JSON.stringify(writeV2(character))), options)
        if (!reading.ok) throw new Error(reading.failure.because)
        const { draft, report } = reading.value
        const expected = JSON.parse(
          JSON.stringify({ ...character, assets: [] }).replaceAll(/"content":"@@depth 4\\n/g, '"content":"')
        )
        assert.deepEqual(plain(draft), expected)
        assert.deepEqual(report.warnings, [])
      }),
      { numRuns: 150 }
    )
  })

  test('as V3 has all required fields, and optional ones only with a value', ({ assert }) => {
    const bare = writeV3({ ...draftOf({ name: 'Mira', first_mes: 'Hi' }), createdAt: null })
    assert.deepEqual(bare, {
      spec: 'chara_card_v3',
      spec_version: '3.0',
      data: {
        name: 'Mira',
        description: '',
        personality: '',
        scenario: '',
        first_mes: 'Hi',
        mes_example: '',
        creator_notes: '',
        system_prompt: '',
        post_history_instructions: '',
        alternate_greetings: [],
        tags: [],
        creator: '',
        character_version: '',
        extensions: { facet: { description: '', descriptionIsTeaser: true, category: 'General' } },
        group_only_greetings: [],
        assets: [],
      },
    })
    const dated = writeV3({ ...draftOf(v3), createdAt: new Date(1_999), updatedAt: new Date(2_000) })
    assert.deepInclude(dated.data, { creation_date: 1, modification_date: 2, nickname: 'Mi' })
  })

  test('shows the teaser to readers when the creator has no notes', ({ assert }) => {
    const character = { ...draftOf(v3), creatorNotes: null, description: 'Lamps!' }
    assert.equal(writeV3(character).data.creator_notes, 'Lamps!')
    assert.isNull(draftOf(writeV3(character)).creatorNotes)
  })

  test('as V2 removes decorators, says so in the notes, and reads the creator’s notes without that', ({ assert }) => {
    const entries = [
      { keys: ['a'], content: '@@depth 4\n@@@role user\nIt rains.\n@@not one' },
      { keys: ['b'], content: 'Plain @@depth 4' },
      'no entry',
    ]
    const character = { ...draftOf(v3), book: { value: { entries } } }
    const { data } = writeV2(character)
    assert.deepEqual(data.character_book, {
      entries: [{ keys: ['a'], content: 'It rains.\n@@not one' }, entries[1], 'no entry'],
    } as never)
    assert.match(String(data.creator_notes), /^A keeper of lamps\.[^]*no lorebook decorators/)
    assert.equal(draftOf(writeV2(character)).creatorNotes?.text, character.creatorNotes?.text)
    assert.notInclude(String(writeV3(character).data.creator_notes), 'decorators')
    const undecorated = { ...character, book: { value: { entries: [entries[1]!] } } }
    assert.notInclude(String(writeV2(undecorated).data.creator_notes), 'decorators')
  })

  test('makes a card of a character from every other format', ({ assert }) => {
    const { draft } = read({
      kind: 'character',
      name: 'Mira',
      persona: { kind: 'text', attributes: { text: ['Dry.'] } },
    })
    assert.deepEqual(draftOf(writeV3(draft)), draft)
  })
})

test.group('Assets of a written card', () => {
  const icon = { type: 'icon', uri: 'embeded://a.png', name: 'main', ext: 'png' }

  test('replace no list but the default one', ({ assert }) => {
    const assetsOf = (data: object) => JSON.parse(withAssets(JSON.stringify({ data }), [icon])).data.assets
    const own = [{ ...icon, uri: '__asset:0' }]
    assert.deepEqual(assetsOf({}), [icon])
    assert.deepEqual(assetsOf({ assets: [{ ...icon, uri: 'ccdefault:' }] }), [icon])
    assert.deepEqual(assetsOf({ assets: own }), own)
    assert.deepEqual(assetsOf({ assets: [] }), [])
  })
})
