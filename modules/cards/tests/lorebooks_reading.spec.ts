import { test } from '@japa/runner'
import { readLorebook } from '../formats/lorebooks/read_lorebook.ts'
import { parse, read, readText, told } from './lorebooks_support.ts'

/** The extensions that SillyTavern writes into a book's entry. */
const tavernExtensions = {
  position: 4,
  exclude_recursion: true,
  display_index: 3,
  probability: 40,
  useProbability: true,
  depth: 6,
  selectiveLogic: 3,
  outlet_name: '',
  group: 'weather, place',
  group_override: true,
  group_weight: 30,
  prevent_recursion: true,
  delay_until_recursion: 2,
  scan_depth: 7,
  match_whole_words: false,
  use_group_scoring: true,
  case_sensitive: null,
  automation_id: '',
  role: 2,
  vectorized: false,
  sticky: 2,
  cooldown: 3,
  delay: 4,
  match_persona_description: true,
  match_scenario: true,
  triggers: [],
  ignore_budget: true,
}

/** The fields that Facet reads from these extensions. */
const tavernFields = {
  position: 'at_depth',
  excludeRecursion: true,
  probability: 40,
  depth: 6,
  logic: 'and_all',
  groups: ['weather', 'place'],
  groupOverride: true,
  groupWeight: 30,
  preventRecursion: true,
  delayUntilRecursion: 2,
  scanDepth: 7,
  wholeWords: false,
  groupScoring: true,
  role: 'assistant',
  sticky: 2,
  cooldown: 3,
  delay: 4,
  alsoReads: ['personaDescription', 'scenario'],
  ignoreBudget: true,
}

const worldEntry = {
  uid: 5,
  key: ['dragon', 'wyrm'],
  keysecondary: ['red'],
  comment: 'Dragons',
  content: 'They sleep.',
  constant: false,
  vectorized: false,
  selective: true,
  selectiveLogic: 2,
  addMemo: true,
  order: 70,
  position: 4,
  disable: true,
  ignoreBudget: false,
  excludeRecursion: false,
  preventRecursion: true,
  delayUntilRecursion: true,
  matchCreatorNotes: true,
  probability: 55,
  useProbability: true,
  depth: 2,
  group: 'g',
  groupOverride: false,
  groupWeight: 50,
  scanDepth: null,
  caseSensitive: true,
  matchWholeWords: null,
  useGroupScoring: false,
  automationId: '',
  role: 1,
  sticky: 0,
  cooldown: null,
  delay: 0,
  displayIndex: 0,
  characterFilter: { isExclude: true, names: ['Mo'], tags: ['sea'] },
}

test.group('Reading a lorebook', () => {
  test('of a V2 card gives its fields and entries in order', ({ assert }) => {
    const { format, book, entries, warnings, kept } = read({
      name: 'Sea',
      description: 'Ships.',
      scan_depth: 5,
      token_budget: 400,
      recursive_scanning: true,
      extensions: {},
      entries: [
        { keys: ['ship'], content: 'Wood.', extensions: {}, enabled: true, insertion_order: 3, case_sensitive: true },
        {
          keys: ['net', 'rope'],
          secondary_keys: ['old'],
          selective: true,
          content: 'Hemp.',
          extensions: {},
          enabled: false,
          insertion_order: -4,
          name: 'Nets',
          comment: 'About nets',
          priority: 9,
          constant: true,
          position: 'after_char',
          id: 7,
        },
      ],
    })
    assert.deepEqual([format, warnings, kept], ['book', [], []])
    assert.deepEqual(book, { name: 'Sea', description: 'Ships.', scanDepth: 5, tokenBudget: 400, recursive: true })
    assert.deepEqual(
      entries.map(({ origin }) => origin),
      ['0', '1']
    )
    assert.deepEqual(told(entries[0]!), { keys: ['ship'], content: 'Wood.', order: 3, caseSensitive: true })
    assert.deepEqual(told(entries[1]!), {
      keys: ['net', 'rope'],
      secondaryKeys: ['old'],
      selective: true,
      content: 'Hemp.',
      enabled: false,
      order: -4,
      name: 'Nets',
      priority: 9,
      constant: true,
      position: 'after_char',
    })
  })

  test('takes SillyTavern’s fields from the extensions of entries', ({ assert }) => {
    const entry = {
      keys: ['a'],
      content: 'A.',
      enabled: true,
      insertion_order: 100,
      position: 'after_char',
      extensions: tavernExtensions,
    }
    assert.deepEqual(told(read({ entries: [entry] }).entries[0]!), { keys: ['a'], content: 'A.', ...tavernFields })
  })

  test('takes them in camelCase too, as Chub writes them', ({ assert }) => {
    const camel = Object.fromEntries(
      Object.entries(tavernExtensions).map(([name, value]) => [
        name.replaceAll(/_([a-z])/g, (_, one) => one.toUpperCase()),
        value,
      ])
    )
    const entry = { keys: ['a'], content: 'A.', enabled: true, insertion_order: 100, extensions: camel }
    assert.deepEqual(told(read({ entries: [entry] }).entries[0]!), { keys: ['a'], content: 'A.', ...tavernFields })
  })

  test('trusts use_regex unless SillyTavern wrote the book', ({ assert }) => {
    const entry = { keys: ['dr.gon'], content: 'A.', use_regex: true, enabled: true, insertion_order: 1 }
    const v3 = read({ spec: 'lorebook_v3', data: { name: 'B', entries: [{ ...entry, extensions: {} }] } })
    assert.deepEqual([v3.format, v3.book.name, v3.entries[0]!.useRegex], ['v3', 'B', true])
    const tavern = read({ entries: [{ ...entry, extensions: tavernExtensions }] })
    assert.isFalse(tavern.entries[0]!.useRegex)
  })

  test('of SillyTavern understands every field of a world', ({ assert }) => {
    const { format, entries, book } = read({ entries: { 5: worldEntry } })
    assert.deepEqual([format, book.name, entries[0]!.origin], ['sillytavern', '', '5'])
    assert.deepEqual(told(entries[0]!), {
      keys: ['dragon', 'wyrm'],
      secondaryKeys: ['red'],
      name: 'Dragons',
      content: 'They sleep.',
      selective: true,
      logic: 'not_any',
      order: 70,
      position: 'at_depth',
      enabled: false,
      preventRecursion: true,
      delayUntilRecursion: 1,
      alsoReads: ['creatorNotes'],
      probability: 55,
      depth: 2,
      groups: ['g'],
      groupWeight: 50,
      groupScoring: false,
      caseSensitive: true,
      role: 'user',
      characterFilter: { exclude: true, names: ['Mo'], tags: ['sea'] },
    })
  })

  for (const [number, position] of [
    [0, 'before_char'],
    [1, 'after_char'],
    [2, 'note_top'],
    [3, 'note_bottom'],
    [4, 'at_depth'],
    [5, 'before_examples'],
    [6, 'after_examples'],
    [7, 'outlet'],
  ] as const)
    test(`places a world entry at ${position} when its position is ${number}`, ({ assert }) => {
      assert.equal(read({ entries: { 0: { ...worldEntry, position: number } } }).entries[0]!.position, position)
    })

  test('ignores probability when the entry does not use it', ({ assert }) => {
    assert.equal(read({ entries: { 0: { ...worldEntry, useProbability: false } } }).entries[0]!.probability, 100)
  })

  test('takes SillyTavern’s names first when a Chub world has both', ({ assert }) => {
    const both = {
      ...worldEntry,
      keys: ['other'],
      secondary_keys: [''],
      enabled: true,
      insertion_order: 1,
      name: 'Other',
      extensions: { depth: 9 },
    }
    const { format, entries, book } = read({
      name: 'W',
      scan_depth: 50,
      token_budget: 2000,
      recursive_scanning: false,
      entries: { 5: both },
    })
    assert.equal(format, 'sillytavern')
    assert.deepEqual(book, { name: 'W', description: '', scanDepth: 50, tokenBudget: 2000, recursive: false })
    const { keys, secondaryKeys, enabled, order, name, depth } = entries[0]!
    assert.deepEqual(
      [keys, secondaryKeys, enabled, order, name, depth],
      [['dragon', 'wyrm'], ['red'], false, 70, 'Dragons', 2]
    )
    const { key: _, disable: __, ...v2Only } = both
    const second = read({ entries: { 5: v2Only } }).entries[0]!
    assert.deepEqual([second.keys, second.enabled], [['other'], true])
  })

  test('shows a world in the order of its display indexes', ({ assert }) => {
    const at = (uid: number, displayIndex: number) => ({ ...worldEntry, uid, displayIndex })
    const { entries } = read({ entries: { 0: at(0, 2), 1: at(1, 0), 2: at(2, 1) } })
    assert.deepEqual(
      entries.map(({ origin }) => origin),
      ['1', '2', '0']
    )
  })

  test('reads flags and texts in every shape that files have, and says what it can’t read', ({ assert }) => {
    const entry = { uid: 0, key: ['a'], constant: 1, disable: 'true', selective: 0, content: ['A', 'B'] }
    const { entries, warnings } = read({
      entries: { 0: entry, 1: null, 2: { uid: 2, key: 7, content: { text: 'C' } } },
    })
    assert.deepInclude(entries[0], { constant: true, enabled: false, selective: false, content: 'A\nB' })
    assert.deepInclude(entries[2], { keys: ['7'], content: '' })
    assert.deepEqual(warnings, [
      '1 entries have a content that is no text. It was read as empty.',
      '1 entries are no objects. They were read as empty entries.',
    ])
    const risu = read({ type: 'risu', data: [{ key: ['a', 'b'], secondkey: ['c'], content: 'A' }] })
    assert.deepInclude(risu.entries[0], { keys: ['a', 'b'], secondaryKeys: ['c'] })
    for (const data of [[{ keys: ['a'], content: 'A' }], null])
      assert.throws(() => read({ spec: 'lorebook_v3', data }), /no entries, because its "data" is no object/)
  })

  test('reads keys in every shape that files have', ({ assert }) => {
    for (const keys of [['a', 'b'], 'a, b', { 0: 'a', 1: 'b' }, [null, 'a', ['x'], 'b']])
      assert.deepEqual(read({ entries: [{ keys, content: 'A' }] }).entries[0]!.keys, ['a', 'b'])
  })

  test('lists the fields that are kept but not used', ({ assert }) => {
    const { kept } = read({
      entries: { 0: { ...worldEntry, vectorized: true, automationId: 'x', triggers: ['normal'], outletName: 'o' } },
    })
    assert.lengthOf(kept, 4)
  })

  test('reads the book of a card by its path, and says when there is none', ({ assert }) => {
    const card = parse('{"data":{"character_book":{"entries":[]},"none":null}}')
    const book = readLorebook(card, ['data', 'character_book'])
    assert.isTrue(book.ok && book.value.format === 'book')
    for (const path of [
      ['data', 'none'],
      ['data', 'missing'],
    ])
      assert.isFalse(readLorebook(card, path).ok)
  })

  test('of RisuAI reads comma lists, patterns and folders', ({ assert }) => {
    const base = {
      secondkey: '',
      insertorder: 30,
      comment: 'Sea',
      content: 'Blue.',
      mode: 'normal',
      alwaysActive: false,
      selective: false,
    }
    const { format, book, entries, kept } = read({
      type: 'risu',
      ver: 1,
      data: [
        {
          ...base,
          key: 'sea, water ',
          secondkey: 'deep',
          selective: true,
          extentions: { risu_case_sensitive: true },
          activationPercent: 25,
        },
        { ...base, key: '/s(e|é)a, b/i', useRegex: true, alwaysActive: true },
        { ...base, key: '', mode: 'folder' },
      ],
    })
    assert.deepEqual([format, book.recursive, kept], ['risu', true, ['Modes of RisuAI: folder.']])
    const common = { name: 'Sea', content: 'Blue.', order: 30, wholeWords: false, caseSensitive: false }
    assert.deepEqual(entries.map(told), [
      {
        ...common,
        keys: ['sea', 'water'],
        secondaryKeys: ['deep'],
        selective: true,
        caseSensitive: true,
        probability: 25,
      },
      { ...common, keys: ['/s(e|é)a, b/i'], useRegex: true, constant: true },
      { ...common, enabled: false },
    ])
  })

  test('of Agnai reads weights, priorities and wildcards', ({ assert }) => {
    const { format, book, entries } = read({
      kind: 'memory',
      name: 'M',
      description: 'D',
      scanDepth: 9,
      tokenBudget: 300,
      entries: [{ name: 'E', entry: 'Text.', keywords: ['sea', 'w?t*r.'], priority: 5, weight: 7, enabled: true }],
    })
    assert.equal(format, 'agnai')
    assert.deepEqual(book, { name: 'M', description: 'D', scanDepth: 9, tokenBudget: 300, recursive: false })
    const { keys, ...rest } = told(entries[0]!)
    assert.deepEqual(rest, { name: 'E', content: 'Text.', order: 7, priority: 5, wholeWords: true })
    assert.equal(keys![0], 'sea')
    const pattern = new RegExp(keys![1]!.slice(1, -2), 'i')
    assert.deepEqual(
      ['The WATER. ', 'waiter.', 'awater.', 'waterx'].map((text) => pattern.test(text)),
      [true, false, false, false]
    )
  })

  test('of NovelAI reads texts with their prefix and suffix', ({ assert }) => {
    const contextConfig = { prefix: '[', suffix: ']\n', budgetPriority: 400 }
    const { format, entries, kept, warnings } = read({
      lorebookVersion: 5,
      entries: [
        {
          text: 'Text.',
          displayName: 'E',
          keys: ['sea', '/wat.r/i', 'a.b & c', 'a & b & c & d'],
          enabled: false,
          forceActivation: true,
          contextConfig,
        },
        { text: 'All.', keys: ['a & b & c & d'] },
      ],
    })
    assert.equal(format, 'novelai')
    assert.deepEqual(warnings, [
      '1 entry has a key that joins more than 3 texts with “&”, beside other keys. Such a key is only found as it is written.',
    ])
    assert.deepEqual(told(entries[1]!), {
      keys: ['a'],
      secondaryKeys: ['b', 'c', 'd'],
      selective: true,
      logic: 'and_all',
      content: 'All.',
      order: 400,
    })
    assert.deepEqual(told(entries[0]!), {
      name: 'E',
      keys: ['sea', '/wat.r/i', String.raw`/a\.b[^]*c|c[^]*a\.b/i`, 'a & b & c & d'],
      content: '[Text.]',
      enabled: false,
      constant: true,
      order: 400,
    })
    assert.lengthOf(kept, 1)
  })

  test('of KoboldAI reads comma lists and excluded keys', ({ assert }) => {
    const entry = {
      key: 'sea,water',
      keysecondary: 'deep',
      keyanti: 'lake, pond',
      content: 'Blue.',
      comment: 'E',
      selective: true,
      constant: false,
      probability: '80',
      wigroup: 'g',
      widisabled: true,
    }
    const { format, entries, kept } = read([entry])
    assert.equal(format, 'kobold')
    assert.deepEqual(told(entries[0]!), {
      name: 'E',
      keys: ['sea', 'water'],
      secondaryKeys: ['deep'],
      selective: true,
      content: '@@exclude_keys lake,pond\nBlue.',
      probability: 80,
      enabled: false,
    })
    assert.lengthOf(kept, 1)
  })

  test('coerces numbers in texts, one text for a list, and values out of range', ({ assert }) => {
    const entry = {
      keys: 'sea, water',
      content: 7,
      enabled: 'true',
      insertion_order: '5',
      extensions: { depth: '', probability: '250', role: null, scan_depth: -3 },
    }
    assert.deepEqual(told(read({ entries: [entry] }).entries[0]!), {
      keys: ['sea', 'water'],
      content: '7',
      order: 5,
      scanDepth: 0,
    })
  })

  test('takes entries as a list or an object, and none', ({ assert }) => {
    assert.lengthOf(read({ entries: { a: { keys: ['x'], content: '', insertion_order: 1 } } }).entries, 1)
    assert.equal(read({ entries: [{ uid: 1, key: ['x'], content: '' }] }).format, 'sillytavern')
    assert.deepEqual(read({ entries: [] }).entries, [])
    assert.equal(read({ spec: 'lorebook_v3', name: 'Root', entries: [] }).book.name, 'Root')
    assert.lengthOf(read({ spec: 'lorebook_v3', name: 'Root', entries: [] }).warnings, 1)
  })

  test('keeps duplicate and odd entries apart', ({ assert }) => {
    const { entries, warnings } = readText('{"entries":[{"id":0,"keys":["a"]},{"id":"0","keys":["a"]},null,7]}')
    assert.deepEqual(
      entries.map(({ origin }) => origin),
      ['0', '1', '2', '3']
    )
    assert.lengthOf(warnings, 1)
  })

  test('removes characters that a database cannot store, and reads __proto__ as a plain key', ({ assert }) => {
    const { entries } = readText(
      String.raw`{"__proto__":{"x":1},"entries":[{"__proto__":7,"keys":["a\u0000b"],"content":"\ud800x"}]}`
    )
    assert.deepEqual(told(entries[0]!), { keys: ['ab'], content: '\ufffdx' })
  })

  test('warns about unknown positions', ({ assert }) => {
    const entry = (position: unknown, extensions = {}) => ({ keys: ['a'], content: 'b', position, extensions })
    const positions = [
      entry('sideways'),
      entry('', { position: 99 }),
      entry('after_char'),
      entry(null),
      entry('x', { position: 1 }),
    ]
    const outcome = readLorebook(parse(JSON.stringify({ entries: positions })))
    assert.deepEqual(outcome.ok && outcome.value.warnings, [
      '2 entries have an unknown position. They were put before the character.',
    ])
  })

  test('reads a budget of 0 as none', ({ assert }) => {
    assert.isNull(read({ token_budget: 0, entries: [] }).book.tokenBudget)
  })

  for (const [title, text] of [
    ['a text', '"x"'],
    ['a card', '{"spec":"chara_card_v2","data":{}}'],
    ['an empty list', '[]'],
    ['a list of other things', '[1]'],
    ['an object with other entries', '{"entries":{"a":1}}'],
    ['entries that are a text', '{"entries":"a"}'],
    ['keys with spaces around', '{" entries ":[],"entries_":0,"spec":"lorebook_v3","data":{" entries ":[]}}'],
  ] as const)
    test(`refuses ${title} with a reason`, ({ assert }) => {
      const outcome = readLorebook(parse(text))
      assert.isFalse(outcome.ok)
      if (!outcome.ok) assert.match(outcome.failure.reason, /^The file .*\.$/)
    })
})
