import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  blankBook,
  blankEntry,
  entryPositions,
  entryRoles,
  keyLogics,
  loreSources,
  type EntryFields,
} from '#modules/lore/index'
import { seedOfRun } from '#tests/support/dice'
import { writeLorebook, type ExportFormat, type StoredLorebook } from '../formats/lorebooks/write_lorebook.ts'
import { parse, readText, storedOf, told } from './lorebooks_support.ts'

const write = (stored: StoredLorebook, format: ExportFormat): string => {
  const written = writeLorebook(stored, format)
  if (!written.ok) throw new Error(written.failure)
  return written.value
}

const withoutOrigin = (entry: EntryFields & { origin: string | null }) => ({ ...entry, origin: null })

/** Returns an entry as worlds have it, whose patterns stand between slashes. */
const slashed = <Entry extends EntryFields>(entry: Entry): Entry =>
  entry.useRegex ? { ...entry, useRegex: false, keys: entry.keys.map((key) => `/${key}/i`) } : entry

/** Returns a stored book with one entry changed. */
const edited = (text: string, fields: Partial<EntryFields>, at = 0): StoredLorebook => {
  const stored = storedOf(text)
  return { ...stored, entries: stored.entries.map((entry, index) => (index === at ? { ...entry, ...fields } : entry)) }
}

/** A file with everything that a careless writer loses. */
const odd = String.raw`{ "spec": "lorebook_v3", "zz": 9007199254740993, "data": {
  "entries": [
    {"id": "0", "keys": ["a\u0000"], "content": "\ud800 A", "extensions": {"mine": 1.0, "depth": 4}, "enabled": true, "insertion_order": -0, "mine": {"x": 1, "x": 2}, "use_regex": false},
    {"keys": ["b"], "content": "B", "insertion_order": 1e2, "__proto__": 3, "enabled": true}
  ], "name": "\u0042ook", "name2": null } }`

const world = `{"entries": {"10": {"uid": 10, "key": ["a"], "keysecondary": [""], "content": "A", "order": 5, "mine": [1.50], "displayIndex": 0},
  "2": {"uid": 2, "key": ["b"], "content": "B", "disable": false, "displayIndex": 1}}, "mine": 1}`

test.group('Writing a lorebook', () => {
  for (const [format, text] of [
    ['v3', odd],
    ['sillytavern', world],
  ] as const)
    test(`gives the same text when a book in the format ${format} is not edited`, ({ assert }) => {
      assert.equal(write(storedOf(text), format), text)
    })

  test('puts an unedited book of a card into lorebook_v3 as it is', ({ assert }) => {
    const text = '{ "entries": [ {"keys": ["a"], "content": "A", "mine": 1.0} ], "x": 12345678901234567890 }'
    assert.equal(write(storedOf(text), 'v3'), `{"spec":"lorebook_v3","data":${text}}`)
  })

  test('writes decorators as fields of a world, if it has them', ({ assert }) => {
    const cases: [content: string, rest: string, fields: Partial<EntryFields>, more?: Partial<EntryFields>][] = [
      ['@@depth 2\n@@role user\nText.', 'Text.', { position: 'at_depth', depth: 2, role: 'user' }],
      ['@@scan_depth 9\r\n@@probability 30\r\nText.', 'Text.', { scanDepth: 9, probability: 30 }],
      [
        '@@exclude_keys lake, pond\nText.',
        'Text.',
        { secondaryKeys: ['lake', 'pond'], selective: true, logic: 'not_any' },
      ],
      ['@@additional_keys lake\nText.', 'Text.', { secondaryKeys: ['lake'], selective: true }],
      [
        '@@match_full_word\n@@unrecursive\n@@no_recursive_search\nText.',
        'Text.',
        { wholeWords: true, preventRecursion: true, excludeRecursion: true },
      ],
      ['@@position after_desc\n@@depth 3\nText.', 'Text.', { position: 'after_char', depth: 3 }],
      // The first one counts, with its fallbacks.
      ['@@depth 2\n@@@depth 7\n@@depth 5\nText.', 'Text.', { position: 'at_depth', depth: 2 }],
      [
        '@@activate\n@@depth 1\n@@unknown x\nText.',
        '@@activate\n@@unknown x\nText.',
        { position: 'at_depth', depth: 1 },
      ],
      // No field of a world means the same.
      ['@@depth x\n@@@depth 3\nText.', '@@depth x\n@@@depth 3\nText.', {}],
      ['@@reverse_depth 2\n@@position scenario\nText.', '@@reverse_depth 2\n@@position scenario\nText.', {}],
      ['@@exclude_keys a\nText.', '@@exclude_keys a\nText.', {}, { constant: true }],
      ['@@exclude_keys a\nText.', '@@exclude_keys a\nText.', {}, { selective: true, secondaryKeys: ['b'] }],
      ['Text.\n@@depth 2', 'Text.\n@@depth 2', {}],
    ]
    const entries = cases.map(([content, , , more]) => ({ ...blankEntry, keys: ['a'], ...more, content, origin: null }))
    const read = readText(write({ book: { ...blankBook, name: 'B' }, entries, original: null }, 'sillytavern'))
    for (const [at, [content, rest, fields, more]] of cases.entries())
      assert.deepEqual(
        told(read.entries[at]!),
        told({ ...blankEntry, keys: ['a'], ...more, ...fields, content: rest }),
        content
      )
    // The file of a world stays as it is, up to the texts that its owner edits.
    const ofWorld = world.replace('"content": "A"', '"content": "@@depth 2\\nA"')
    assert.equal(write(storedOf(ofWorld), 'sillytavern'), ofWorld)
    const rewritten = readText(write(edited(ofWorld, { content: '@@depth 3\nB' }), 'sillytavern'))
    assert.deepInclude(rewritten.entries[0], { content: 'B', position: 'at_depth', depth: 3 })
  })

  test('changes only the edited field', ({ assert }) => {
    const text = write(edited(odd, { content: 'New.' }), 'v3')
    assert.equal(text, odd.replace(String.raw`"\ud800 A"`, '"New."'))
    assert.equal(write(edited(world, { order: 6 }), 'sillytavern'), world.replace('"order": 5', '"order": 6'))
  })

  test('changes every name that a field has in the file', ({ assert }) => {
    const text =
      '{"entries":{"1":{"uid":1,"key":["a"],"keys":["a"],"content":"A","disable":false,"enabled":true,"excludeRecursion":false,"extensions":{"excludeRecursion":false}}}}'
    const written = JSON.parse(
      write(edited(text, { keys: ['b'], enabled: false, excludeRecursion: true }), 'sillytavern')
    )
    assert.deepEqual(written.entries['1'], {
      uid: 1,
      key: ['b'],
      keys: ['b'],
      content: 'A',
      disable: true,
      enabled: false,
      excludeRecursion: true,
      extensions: { excludeRecursion: true },
    })
  })

  test('adds a field that the file does not have where SillyTavern expects it', ({ assert }) => {
    const written = JSON.parse(
      write(edited(odd, { sticky: 3, position: 'at_depth', alsoReads: ['scenario'] }, 1), 'v3')
    )
    assert.deepEqual(written.data.entries[1].extensions, { position: 4, sticky: 3, match_scenario: true })
  })

  test('keeps a comment that differs from the changed name', ({ assert }) => {
    const text = '{"entries":[{"keys":["a"],"content":"A","name":"N","comment":"C"}]}'
    const [entry] = JSON.parse(write(edited(text, { name: 'New' }), 'v3')).data.entries
    assert.deepEqual([entry.name, entry.comment], ['New', 'C'])
  })

  test('changes the fields of the book', ({ assert }) => {
    const stored = storedOf(odd)
    const text = write({ ...stored, book: { ...stored.book, name: 'New', scanDepth: 9 } }, 'v3')
    const { data } = JSON.parse(text)
    assert.deepEqual([data.name, data.scan_depth], ['New', 9])
    assert.include(text, '9007199254740993')
  })

  test('leaves out deleted entries and appends new ones with a new id', ({ assert }) => {
    const stored = storedOf(odd)
    const fresh = { ...blankEntry, keys: ['new'], content: 'New.', origin: null }
    const text = write({ ...stored, entries: [stored.entries[1]!, fresh] }, 'v3')
    assert.notInclude(text, 'ud800')
    assert.include(text, '{"keys": ["b"], "content": "B", "insertion_order": 1e2, "__proto__": 3, "enabled": true}')
    const { entries } = JSON.parse(text).data
    assert.deepEqual([entries.length, entries[1].keys, entries[1].id], [2, ['new'], 1])
    const worldText = write({ ...storedOf(world), entries: [...storedOf(world).entries, fresh] }, 'sillytavern')
    const added = JSON.parse(worldText).entries['11']
    assert.deepEqual([added.uid, added.displayIndex, added.key], [11, 2, ['new']])
    assert.isTrue(worldText.startsWith(world.slice(0, world.indexOf('}}') + 1)))
  })

  test('moves the texts of a list, and renumbers a world', ({ assert }) => {
    const stored = storedOf(odd)
    const text = write({ ...stored, entries: stored.entries.toReversed() }, 'v3')
    assert.deepEqual(readText(text).entries.map(withoutOrigin), stored.entries.toReversed().map(withoutOrigin))
    assert.include(text, '"mine": {"x": 1, "x": 2}')
    const worldText = write({ ...storedOf(world), entries: storedOf(world).entries.toReversed() }, 'sillytavern')
    assert.deepEqual(
      readText(worldText).entries.map(({ origin }) => origin),
      ['2', '10']
    )
    assert.include(worldText, '[1.50]')
  })

  test('keeps unknown fields in the extensions when the format changes', ({ assert }) => {
    const book = JSON.parse(write(storedOf(world), 'v3'))
    assert.deepEqual(book.data.extensions, { mine: 1 })
    assert.deepEqual(book.data.entries[0].extensions, { mine: [1.5] })
    const back = JSON.parse(write(storedOf(odd), 'sillytavern'))
    assert.deepEqual(back.entries['0'].extensions, { mine: { x: 2 } })
    assert.deepEqual(back.extensions, { name2: null })
  })

  test('puts the fields that only SillyTavern uses where it reads them, there and back', ({ assert }) => {
    const kept = { vectorized: true, automationId: 'a', triggers: ['swipe'] }
    const file = JSON.stringify({ entries: { 7: { uid: 7, key: ['a'], content: 'A', ...kept } } })
    const book = write(storedOf(file), 'v3')
    const { extensions } = JSON.parse(book).data.entries[0]
    assert.deepEqual(extensions, { vectorized: true, automation_id: 'a', triggers: ['swipe'] })
    const back = JSON.parse(write(storedOf(book), 'sillytavern')).entries[0]
    assert.deepInclude(back, kept)
  })

  /** Lorebooks of other apps with everything that they have. `kept` are the parts that a change of the format keeps in the extensions. */
  const others: [format: string, file: unknown, kept: string[]][] = [
    [
      'risu',
      {
        type: 'risu',
        ver: 1,
        data: [
          {
            key: '灯台, lamp',
            secondkey: 'sea',
            insertorder: 7,
            comment: 'Lámp 👩‍👩‍👧',
            content: '@@depth 2\nÓld.\r\n ',
            mode: 'child',
            alwaysActive: false,
            selective: true,
            extentions: { risu_case_sensitive: true, risu_more: 'kept' },
            activationPercent: 40,
            loreCache: { key: 'k', data: ['kept'] },
            useRegex: false,
            bookVersion: 2,
            id: 'kept-id',
            folder: 'kept-folder',
          },
          {
            key: 'a{1,2}',
            comment: '',
            content: 'R',
            mode: 'folder',
            alwaysActive: true,
            selective: false,
            useRegex: true,
          },
        ],
      },
      ['risu_more', 'loreCache', '"bookVersion"', '"kept-id"', '"kept-folder"', '"child"', '"ver"'],
    ],
    [
      'agnai',
      {
        kind: 'memory',
        _id: 'kept',
        userId: 'kept-user',
        name: 'Coast',
        description: 'Döc',
        scanDepth: 3,
        tokenBudget: 0,
        recursiveScanning: true,
        entries: [
          {
            name: 'L',
            entry: 'Old.',
            keywords: ['lamp', 'l*'],
            priority: 2,
            weight: 5,
            enabled: false,
            id: 3,
            comment: 'kept-not',
          },
          {
            entry: '',
            keywords: [],
            enabled: true,
            constant: true,
            secondaryKeys: ['x'],
            selective: true,
            position: 'after_char',
          },
        ],
      },
      ['"_id"', '"kept-user"'],
    ],
    [
      'novelai',
      {
        lorebookVersion: 6,
        entries: [
          {
            text: 'Old.',
            displayName: 'Lamp',
            keys: ['lamp', 'a & b', '/x/i'],
            enabled: false,
            forceActivation: true,
            searchRange: 1000,
            keyRelative: true,
            nonStoryActivatable: true,
            lastUpdatedAt: 1_700_000_000_000,
            id: 'kept-id',
            category: 'kept-category',
            loreBiasGroups: [{ phrases: [], bias: 0 }],
            contextConfig: { prefix: '[ ', suffix: ' ]\n', tokenBudget: 9, budgetPriority: 42, insertionPosition: -1 },
          },
        ],
        settings: { orderByKeyLocations: true },
        categories: [{ id: 'kept-category', name: 'C' }],
      },
      [
        'searchRange',
        'keyRelative',
        '"kept-id"',
        '"kept-category"',
        'loreBiasGroups',
        'insertionPosition',
        'orderByKeyLocations',
      ],
    ],
    [
      'kobold',
      [
        {
          key: 'lamp,灯台',
          keysecondary: 'sea',
          keyanti: 'lake',
          content: 'Old.',
          comment: 'c',
          selective: true,
          constant: false,
          probability: '50',
          wigroup: 'kept',
          widisabled: true,
          folder: null,
        },
      ],
      ['"wigroup"', '"folder"'],
    ],
  ]
  for (const [format, file, kept] of others)
    for (const target of ['v3', 'sillytavern'] as const)
      test(`gives the same entries when a book of ${format} is written as ${target} and read`, ({ assert }) => {
        const stored = storedOf(JSON.stringify(file))
        assert.equal(stored.original!.format, format)
        const written = write(stored, target)
        for (const part of kept) assert.include(written, part)
        const again = readText(written)
        assert.deepEqual(again.book, stored.book)
        const expected = stored.entries.map(withoutOrigin)
        // A world has no decorators, but their fields.
        if (target === 'v3' || expected.every(({ content }) => !content.startsWith('@@')))
          assert.deepEqual(
            again.entries.map(withoutOrigin),
            expected.map((entry) => (target === 'v3' ? entry : slashed(entry)))
          )
        assert.equal(write(storedOf(written), target), written)
      })

  test('keeps no old value in the extensions when the format changes', ({ assert }) => {
    const text =
      '{"entries":{"1":{"uid":1,"key":["a"],"content":"A","excludeRecursion":true,"extensions":{"excludeRecursion":true,"mine":1}}}}'
    const { extensions } = JSON.parse(write(edited(text, { excludeRecursion: false }), 'v3')).data.entries[0]
    assert.deepEqual(extensions, { mine: 1 })
  })

  test('writes bare patterns between slashes where nothing else is a pattern', ({ assert }) => {
    const stored = {
      book: blankBook,
      entries: [{ ...blankEntry, keys: ['a/b', '/c/s'], useRegex: true, origin: null }],
      original: null,
    }
    assert.deepEqual(JSON.parse(write(stored, 'sillytavern')).entries['0'].key, [String.raw`/a\/b/i`, '/c/s'])
    const entry = JSON.parse(write(stored, 'v3')).data.entries[0]
    assert.deepEqual([entry.keys, entry.use_regex], [['a/b', '/c/s'], true])
  })

  test('says why when an edit has no place in the file', ({ assert }) => {
    const written = writeLorebook(edited('{"entries":["text"]}', { content: 'x' }), 'v3')
    assert.isFalse(written.ok)
    if (!written.ok) assert.isString(written.failure)
  })
})

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '龍', '"', '\\', '\n'), maxLength: 8 })
const word = fc.constantFrom('a', 'b', 'sea', '/x/i')
const anyEntry: fc.Arbitrary<EntryFields> = fc.record({
  name: text,
  keys: fc.array(text, { maxLength: 3 }),
  secondaryKeys: fc.array(word, { maxLength: 2 }),
  selective: fc.boolean(),
  logic: fc.constantFrom(...keyLogics),
  content: text,
  enabled: fc.boolean(),
  constant: fc.boolean(),
  order: fc.integer({ min: -9, max: 999 }),
  priority: fc.option(fc.nat(9)),
  ignoreBudget: fc.boolean(),
  position: fc.constantFrom(...entryPositions.filter((one) => !one.startsWith('after_p') && one !== 'after_scenario')),
  depth: fc.nat(9),
  role: fc.constantFrom(...entryRoles),
  outletName: text,
  caseSensitive: fc.option(fc.boolean()),
  wholeWords: fc.option(fc.boolean()),
  useRegex: fc.constant(false),
  scanDepth: fc.option(fc.nat(9)),
  probability: fc.nat(100),
  excludeRecursion: fc.boolean(),
  preventRecursion: fc.boolean(),
  delayUntilRecursion: fc.nat(3),
  groups: fc.subarray(['g', 'h']),
  groupOverride: fc.boolean(),
  groupWeight: fc.nat(200),
  groupScoring: fc.option(fc.boolean()),
  sticky: fc.nat(3),
  cooldown: fc.nat(3),
  delay: fc.nat(3),
  characterFilter: fc.option(
    fc.record({
      exclude: fc.boolean(),
      names: fc.array(word, { minLength: 1, maxLength: 2 }),
      tags: fc.array(word, { maxLength: 1 }),
    })
  ),
  alsoReads: fc.subarray([...loreSources]),
})

test.group('Any lorebook', () => {
  const check = (property: fc.IProperty<any>) => fc.assert(property, { seed: seedOfRun(), numRuns: 200 })
  const anyBook = fc.record({
    name: text,
    description: text,
    scanDepth: fc.option(fc.nat(9)),
    tokenBudget: fc.option(fc.integer({ min: 1, max: 900 })),
    recursive: fc.option(fc.boolean()),
  })
  const format = fc.constantFrom<ExportFormat>('v3', 'sillytavern')

  test('comes back with the same fields when it is written and read', ({ assert }) => {
    check(
      fc.property(anyBook, fc.array(anyEntry, { maxLength: 4 }), format, (book, entries, format) => {
        const written = write(
          { book, entries: entries.map((entry) => ({ ...entry, origin: null })), original: null },
          format
        )
        const read = readText(written)
        assert.deepEqual(read.book, book)
        assert.deepEqual(
          read.entries.map(withoutOrigin),
          entries.map((entry) => ({ ...entry, origin: null }))
        )
      })
    )
  })

  test('comes back with its edits when an imported file is edited, moved, cut and extended', ({ assert }) => {
    const plan = fc.record({
      edits: fc.array(fc.tuple(fc.nat(3), anyEntry), { maxLength: 2 }),
      added: fc.array(anyEntry, { maxLength: 2 }),
      order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5]),
    })
    check(
      fc.property(
        fc.array(anyEntry, { minLength: 1, maxLength: 4 }),
        plan,
        format,
        (entries, { edits, added, order }, format) => {
          const file = write(
            { book: blankBook, entries: entries.map((entry) => ({ ...entry, origin: null })), original: null },
            format
          )
          const stored = storedOf(file)
          const all = stored.entries.map((entry, at) => {
            const edit = edits.find(([place]) => place === at)
            return edit ? { ...edit[1], origin: entry.origin } : entry
          })
          const wanted = [...all, ...added.map((entry) => ({ ...entry, origin: null }))]
          const moved = order.flatMap((at) => wanted[at] ?? [])
          const written = write({ ...stored, entries: moved }, format)
          assert.deepEqual(readText(written).entries.map(withoutOrigin), moved.map(withoutOrigin))
          parse(written)
        }
      )
    )
  })
})
