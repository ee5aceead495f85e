import { test } from '@japa/runner'
import type { EntryFields } from '../src/domain/entry.ts'
import { budgetTokens } from '../src/engine/budget.ts'
import { emptyState, type ActivationSettings, type LoreState, type PatternMatches } from '../src/engine/types.ts'
import { book, chat, entry, run, usedIn, whyLeft, type Partly } from './engine_support.ts'

/** Whether an entry with these fields is used in a chat with this last message. */
const isUsed = (fields: Partial<EntryFields>, text: string, rest: Partly = {}) =>
  usedIn({ entries: [entry('a', fields)], messages: chat(text), ...rest }).length === 1

interface KeyRow {
  when: string
  fields: Partial<EntryFields>
  text: string
  used: boolean
  settings?: Partial<ActivationSettings>
}

const keyRows: KeyRow[] = [
  { when: 'the key is a word of the text', fields: { keys: ['dragon'] }, text: 'A dragon!', used: true },
  { when: 'case differs', fields: { keys: ['DRAGON'] }, text: 'A dragon!', used: true },
  {
    when: 'case differs and counts',
    fields: { keys: ['Dragon'], caseSensitive: true },
    text: 'A dragon!',
    used: false,
  },
  { when: 'case counts and agrees', fields: { keys: ['Dragon'], caseSensitive: true }, text: 'A Dragon!', used: true },
  {
    when: 'case counts by the settings',
    fields: { keys: ['Dragon'] },
    text: 'A dragon!',
    used: false,
    settings: { caseSensitive: true },
  },
  { when: 'the key is a part of a word', fields: { keys: ['drag'] }, text: 'A dragon!', used: false },
  { when: 'parts of words count', fields: { keys: ['drag'], wholeWords: false }, text: 'A dragon!', used: true },
  {
    when: 'parts of words count by the settings',
    fields: { keys: ['drag'] },
    text: 'A dragon!',
    used: true,
    settings: { wholeWords: false },
  },
  { when: 'an underscore joins the word', fields: { keys: ['dragon'] }, text: 'red_dragon', used: false },
  { when: 'an apostrophe ends the word', fields: { keys: ['dragon'] }, text: "the dragon’s or dragon's", used: true },
  {
    when: 'a key with a space is part of longer words',
    fields: { keys: ['red drag'] },
    text: 'hundred dragons',
    used: true,
  },
  { when: 'a key with a hyphen stands alone', fields: { keys: ['x-ray'] }, text: 'An x-ray.', used: true },
  { when: 'a key with a hyphen is part of a word', fields: { keys: ['x-ray'] }, text: 'An ax-ray.', used: false },
  { when: 'a later occurrence stands alone', fields: { keys: ['é.'] }, text: 'aé.b é.', used: true },
  { when: 'a key in another script is inside a sentence', fields: { keys: ['龍'] }, text: '赤い龍が来た', used: true },
  { when: 'emphasis surrounds the word', fields: { keys: ['dragon'] }, text: 'A _dragon_.', used: true },
  { when: 'letters of another script join the word', fields: { keys: ['дракон'] }, text: 'Дракончик.', used: false },
  { when: 'an accent makes another word', fields: { keys: ['caf'] }, text: 'café', used: false },
  { when: 'the apostrophe is another one', fields: { keys: ["o'brien"] }, text: 'Ask O’Brien.', used: true },
  { when: 'a Korean particle follows', fields: { keys: ['마법사'] }, text: '저 마법사는 누구야?', used: true },
  { when: 'the key has a joiner', fields: { keys: ['می\u200cلاد'] }, text: 'میلاد آمد', used: true },
  { when: 'the key has only invisible characters', fields: { keys: ['\u200b'] }, text: 'a\u200bb', used: false },
  { when: 'the key is two letters of another script', fields: { keys: ['дракон'] }, text: 'Вот дракон.', used: true },
  { when: 'the key has spaces around', fields: { keys: ['  dragon '] }, text: 'A dragon!', used: true },
  { when: 'the key is empty', fields: { keys: ['', ' '] }, text: 'A dragon!', used: false },
  { when: 'there is no key', fields: { keys: [] }, text: 'A dragon!', used: false },
  { when: 'the second key is found', fields: { keys: ['elf', 'dragon'] }, text: 'A dragon!', used: true },
  { when: 'a key is the name of the speaker', fields: { keys: ['Ann:'] }, text: 'Hello.', used: true },
  { when: 'a plain key looks like an expression', fields: { keys: ['dr.gon'] }, text: 'A dragon!', used: false },
  { when: 'a slash makes no pattern', fields: { keys: ['/and/or/'] }, text: 'This /and/or/ that', used: true },
]

test.group('Lore rule 3: a key is found', () => {
  for (const { when, fields, text, used, settings } of keyRows)
    test(`${used ? 'is used' : 'is left out'} when ${when}`, ({ assert }) => {
      assert.equal(isUsed(fields, text, { ...(settings && { settings }) }), used)
    })

  test('fills the macros of keys when they have any', ({ assert }) => {
    const fill = (text: string) => text.replaceAll('{{char}}', 'Mo').replaceAll('<USER>', 'Ann')
    const entries = [entry('a', { keys: ['{{char}}'] }), entry('b', { keys: ['<USER>'] }), entry('c', { keys: ['Bo'] })]
    assert.deepEqual(usedIn({ entries, messages: chat('Ann met Mo'), fill }), ['a', 'b'])
  })

  test('reads the keys of an entry anew for other settings and other names', ({ assert }) => {
    const entries = [entry('a', { keys: ['Dragon'] }), entry('b', { keys: ['{{user}}'] })]
    const usedFor = (user: string, caseSensitive: boolean) =>
      usedIn({
        entries,
        messages: [{ name: '', text: 'The dragon saw Ann.', isAnswer: false }],
        settings: { caseSensitive },
        fill: (text) => text.replaceAll('{{user}}', user),
      })
    assert.deepEqual(usedFor('Ann', false), ['a', 'b'])
    assert.deepEqual(usedFor('Ann', true), ['b'])
    assert.deepEqual(usedFor('Bo', false), ['a'])
  })

  test('looks up patterns in the given matches when a key has slashes', ({ assert }) => {
    const hit = { messages: 2, sources: new Set<never>(), inNotes: false, entries: new Set<string>() }
    const patterns: PatternMatches = { hits: new Map([['/dr.gon/i', hit]]), unmatched: new Map() }
    const fields = { keys: ['/dr.gon/i'] }
    assert.isTrue(isUsed(fields, 'irrelevant', { patterns }))
    assert.isFalse(isUsed({ ...fields, scanDepth: 1 }, 'irrelevant', { patterns }))
    assert.isFalse(isUsed(fields, 'irrelevant'))
    assert.isTrue(isUsed({ keys: ['dr.gon'], useRegex: true }, '', { patterns }))
    assert.isFalse(isUsed({ keys: ['dr.gon'], useRegex: true, caseSensitive: true }, '', { patterns }))
  })

  test('leaves pattern keys out when the book was too slow', ({ assert }) => {
    const hit = { messages: 1, sources: new Set<never>(), inNotes: false, entries: new Set<string>() }
    const patterns: PatternMatches = {
      hits: new Map([['/a/', hit]]),
      unmatched: new Map([['book', 'too_slow' as const]]),
    }
    const entries = [entry('a', { keys: ['/a/'] }), entry('b', { keys: ['/a/', 'dragon'] })]
    const request = { entries, messages: chat('dragon'), patterns }
    assert.deepEqual(usedIn(request), ['b'])
    assert.deepEqual(whyLeft(request, 'a'), { kind: 'too_slow' })
  })
})

test.group('Lore rule 1: entries', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
  const on = { constant: true, content: words(10) }

  test('spend the budget by origin, then the highest order first', ({ assert }) => {
    const books = [
      book([entry('global', { ...on, order: 900 })], { id: 'g', origin: 'global' }),
      book([entry('character', { ...on, order: 800 })], { id: 'c', origin: 'character' }),
      book([entry('persona', { ...on, order: 2 })], { id: 'p', origin: 'persona' }),
      book([entry('chat', { ...on, order: 1 })], { id: 'k', origin: 'chat' }),
    ]
    const within = (tokens: number, strategy: ActivationSettings['strategy'] = 'mixed') =>
      usedIn({ books, budget: { tokens, countTokens: (text) => text.split(' ').length }, settings: { strategy } })
    assert.deepEqual(within(10), ['chat'])
    assert.deepEqual(within(20), ['chat', 'persona'])
    assert.deepEqual(within(30), ['chat', 'persona', 'global'])
    assert.deepEqual(within(30, 'character_first'), ['chat', 'persona', 'character'])
    assert.deepEqual(within(30, 'global_first'), ['chat', 'persona', 'global'])
  })

  test('stand in the prompt with the lowest order first, and equal ones as in the book', ({ assert }) => {
    const entries = [entry('b', { ...on, order: 9 }), entry('c', { ...on, order: 9 }), entry('a', { ...on, order: 1 })]
    assert.deepEqual(usedIn({ entries }), ['a', 'b', 'c'])
  })
})

test.group('Lore rule 2: the text that is read', () => {
  const dragon = { keys: ['dragon'] }

  test('has the last two messages by default', ({ assert }) => {
    const entries = [entry('a', dragon)]
    assert.deepEqual(usedIn({ entries, messages: chat('dragon', 'no') }), ['a'])
    assert.deepEqual(usedIn({ entries, messages: chat('dragon', 'no', 'no') }), [])
  })

  test('has as many messages as the entry, else the book, else the setting says', ({ assert }) => {
    const messages = chat('dragon', 'one', 'two', 'three')
    assert.deepEqual(usedIn({ entries: [entry('a', { ...dragon, scanDepth: 4 })], messages }), ['a'])
    assert.deepEqual(usedIn({ books: [book([entry('a', dragon)], { scanDepth: 4 })], messages }), ['a'])
    assert.deepEqual(usedIn({ entries: [entry('a', dragon)], messages, settings: { scanDepth: 4 } }), ['a'])
    const own = entry('a', { ...dragon, scanDepth: 3 })
    assert.deepEqual(usedIn({ books: [book([own], { scanDepth: 4 })], messages }), [])
  })

  test('has no message when the depth is 0, only texts of other entries', ({ assert }) => {
    const zero = entry('zero', { ...dragon, scanDepth: 0 })
    assert.deepEqual(usedIn({ entries: [zero], messages: chat('dragon') }), [])
    const other = entry('other', { constant: true, content: 'Here be a dragon.' })
    assert.deepEqual(usedIn({ entries: [zero, other] }), ['zero', 'other'])
  })

  test('has at most 1,000 messages', ({ assert }) => {
    const messages = chat('dragon', ...Array.from({ length: 1_000 }, () => 'no'))
    assert.deepEqual(usedIn({ entries: [entry('a', { ...dragon, scanDepth: 5_000 })], messages }), [])
    assert.deepEqual(
      usedIn({ entries: [entry('a', { ...dragon, scanDepth: 5_000 })], messages: messages.slice(0, 1_000) }),
      ['a']
    )
  })

  test('has a source when the entry names it', ({ assert }) => {
    const context = { sources: { scenario: 'A dragon’s den.', creatorNotes: 'Nothing.' } }
    assert.isTrue(isUsed({ ...dragon, alsoReads: ['scenario'] }, 'no', { context }))
    assert.isFalse(isUsed({ ...dragon, alsoReads: ['creatorNotes', 'personaDescription'] }, 'no', { context }))
    assert.isFalse(isUsed(dragon, 'no', { context }))
  })

  test('has the notes that are marked for it', ({ assert }) => {
    assert.isTrue(isUsed(dragon, 'no', { context: { notes: ['Think of the dragon.'] } }))
  })

  test('joins no key across two messages', ({ assert }) => {
    assert.isFalse(isUsed({ keys: ['red dragon'] }, '', { messages: chat('dragon', 'red') }))
  })
})

const logicRows: [EntryFields['logic'], string, boolean][] = [
  ['and_any', 'dragon', false],
  ['and_any', 'dragon red', true],
  ['and_any', 'dragon red fire', true],
  ['not_all', 'dragon', true],
  ['not_all', 'dragon red', true],
  ['not_all', 'dragon red fire', false],
  ['not_any', 'dragon', true],
  ['not_any', 'dragon red', false],
  ['not_any', 'dragon red fire', false],
  ['and_all', 'dragon', false],
  ['and_all', 'dragon red', false],
  ['and_all', 'dragon red fire', true],
]

test.group('Lore rule 4: further keys', () => {
  const fields = { keys: ['dragon'], secondaryKeys: ['red', 'fire'], selective: true }
  for (const [logic, text, used] of logicRows)
    test(`${logic} ${used ? 'uses' : 'leaves out'} the entry when the text is "${text}"`, ({ assert }) => {
      assert.equal(isUsed({ ...fields, logic }, text), used)
      assert.isFalse(isUsed({ ...fields, logic }, 'red fire'))
    })

  test('have no effect when the entry is not selective or all are empty', ({ assert }) => {
    assert.isTrue(isUsed({ ...fields, selective: false }, 'dragon'))
    assert.isTrue(isUsed({ ...fields, secondaryKeys: ['', ' '], logic: 'and_all' }, 'dragon'))
  })

  test('are named as the reason when they decide against the entry', ({ assert }) => {
    const request = { entries: [entry('a', fields)], messages: chat('a Dragon') }
    assert.deepEqual(whyLeft(request, 'a'), { kind: 'further_keys', key: 'dragon' })
  })
})

test.group('Lore rule 5: checks in order', () => {
  const all = { keys: ['dragon'], constant: true }

  test('leaves out an entry that is off, even a constant one', ({ assert }) => {
    assert.deepEqual(whyLeft({ entries: [entry('a', { ...all, enabled: false })] }, 'a'), { kind: 'disabled' })
  })

  test('leaves out an outlet, which is kept only', ({ assert }) => {
    assert.deepEqual(whyLeft({ entries: [entry('a', { ...all, position: 'outlet' })] }, 'a'), { kind: 'not_supported' })
  })

  for (const [title, filter, used] of [
    ['a name fits', { exclude: false, names: ['mo'], tags: [] }, true],
    ['no name fits', { exclude: false, names: ['Bo'], tags: [] }, false],
    ['a tag fits', { exclude: false, names: [], tags: ['Sea'] }, true],
    ['the name fits but no tag', { exclude: false, names: ['Mo'], tags: ['Land'] }, false],
    ['an excluded name fits', { exclude: true, names: ['Mo'], tags: [] }, false],
    ['an excluded tag fits', { exclude: true, names: [], tags: ['sea'] }, false],
    ['nothing excluded fits', { exclude: true, names: ['Bo'], tags: ['land'] }, true],
    ['the filter is empty', { exclude: false, names: [], tags: [] }, true],
  ] as const)
    test(`filters by character: ${used ? 'in' : 'out'} when ${title}`, ({ assert }) => {
      const characterFilter = { ...filter, names: [...filter.names], tags: [...filter.tags] }
      const request = { entries: [entry('a', { ...all, characterFilter })], context: { names: ['Mo'], tags: ['sea'] } }
      assert.equal(whyLeft(request, 'a')?.kind ?? null, used ? null : 'character')
    })

  test('waits for the delay, in messages of the whole chat', ({ assert }) => {
    const entries = [entry('a', { ...all, delay: 3 })]
    assert.deepEqual(whyLeft({ entries, messages: chat('1', '2') }, 'a'), { kind: 'delay' })
    assert.isNull(whyLeft({ entries, messages: chat('1', '2', '3') }, 'a'))
    assert.isNull(whyLeft({ entries, messages: chat('1'), context: { chatLength: 3 } }, 'a'))
  })

  test('uses constant entries without a key', ({ assert }) => {
    const { used } = run({ entries: [entry('a', { constant: true })] })
    assert.deepEqual(used[0]!.because, { kind: 'constant' })
  })

  test('says which key was found, and when there is none', ({ assert }) => {
    const entries = [entry('a', { keys: ['elf', 'Dragon'] }), entry('b', { keys: [] }), entry('c', { keys: ['elf'] })]
    const request = { entries, messages: chat('dragon') }
    assert.deepEqual(run(request).used[0]!.because, { kind: 'key', key: 'Dragon' })
    assert.deepEqual(whyLeft(request, 'b'), { kind: 'no_keys' })
    assert.deepEqual(whyLeft(request, 'c'), { kind: 'no_key_found' })
  })

  test('says which entry has the key, unless a message has it', ({ assert }) => {
    const first = entry('a', { keys: ['dragon'], content: 'An elf rides it.' })
    const found = (fields: Partial<EntryFields>, ...texts: string[]) => {
      const { used, left } = run({ entries: [first, entry('b', fields)], messages: chat(...texts) })
      return [...used, ...left].find(({ entryId }) => entryId === 'b')!.because
    }
    const inEntry = run({ entries: [first], messages: chat('dragon') }).used[0]!
    const key = `${inEntry.bookId}.a`
    assert.deepEqual(found({ keys: ['elf'] }, 'dragon'), { kind: 'key', key: 'elf', inEntry: key })
    assert.deepEqual(found({ keys: ['elf'] }, 'a dragon and an elf'), { kind: 'key', key: 'elf' })
    const further = { keys: ['elf'], secondaryKeys: ['dwarf'], selective: true }
    assert.deepEqual(found(further, 'dragon'), { kind: 'further_keys', key: 'elf', inEntry: key })
  })
})

test.group('Lore rule 6: groups', () => {
  const member = (id: string, fields: Partial<EntryFields> = {}) =>
    entry(id, { constant: true, groups: ['g'], ...fields })

  test('use one entry, chosen by weight', ({ assert }) => {
    const entries = [
      member('a', { groupWeight: 900 }),
      member('b', { groupWeight: 100 }),
      member('c', { groupWeight: 0 }),
    ]
    const wins = { a: 0, b: 0, c: 0 }
    for (let n = 0; n < 400; n++) {
      const used = usedIn({ entries, seed: { chat: 'x', message: String(n) } })
      assert.lengthOf(used, 1)
      wins[used[0] as 'a']++
    }
    assert.isTrue(wins.a > 330 && wins.a < 390, JSON.stringify(wins))
    assert.equal(wins.c, 0)
  })

  test('name the group when an entry loses', ({ assert }) => {
    const request = { entries: [member('a', { groupOverride: true }), member('b')] }
    assert.deepEqual(whyLeft(request, 'b'), { kind: 'group', group: 'g' })
  })

  test('use the highest order when entries override', ({ assert }) => {
    const entries = [
      member('a', { order: 5, groupOverride: true }),
      member('b', { order: 6, groupOverride: true }),
      member('c', { order: 7 }),
    ]
    assert.deepEqual(usedIn({ entries }), ['b'])
  })

  test('use no other when an earlier pass used one', ({ assert }) => {
    const entries = [member('a', { content: 'elf' }), member('b', { constant: false, keys: ['elf'] })]
    const request = { entries }
    assert.deepEqual(usedIn(request), ['a'])
    assert.deepEqual(whyLeft(request, 'b'), { kind: 'group', group: 'g' })
  })

  test('leave an entry out when it loses in one of its groups', ({ assert }) => {
    const entries = [
      member('a', { groups: ['g', 'h'] }),
      member('b', { groupOverride: true }),
      member('c', { groups: ['h'] }),
    ]
    assert.deepEqual(usedIn({ entries }), ['b', 'c'])
  })

  for (const [title, logic, text, used] of [
    ['more keys are found', 'and_any', 'one two', 'many'],
    ['further keys count for and_any', 'and_any', 'one red', 'further'],
    ['further keys count for and_all if all are found', 'and_all', 'one red fire', 'further'],
    ['further keys count for nothing else', 'not_all', 'one two', 'many'],
  ] as const)
    test(`keep the entries with the most keys when scoring is on: ${title}`, ({ assert }) => {
      const keyed = { constant: false, groupScoring: true, keys: ['one', 'two'] }
      const entries = [
        member('few', { ...keyed, keys: ['one'], order: 500, groupOverride: true }),
        member('many', keyed),
        member('further', { ...keyed, keys: ['one'], selective: true, secondaryKeys: ['red', 'fire'], logic }),
      ]
      assert.deepEqual(usedIn({ entries, messages: chat(text) }), [used])
    })

  test('score only entries that take part, or all by the settings', ({ assert }) => {
    const keyed = { constant: false, keys: ['one'] }
    const entries = [
      member('few', { ...keyed, groupOverride: true }),
      member('many', { ...keyed, keys: ['one', 'two'] }),
    ]
    assert.deepEqual(usedIn({ entries, messages: chat('one two') }), ['few'])
    assert.deepEqual(usedIn({ entries, messages: chat('one two'), settings: { groupScoring: true } }), ['many'])
  })
})

test.group('Lore rule 7: chance', () => {
  const share = (probability: number) => {
    let count = 0
    for (let n = 0; n < 500; n++)
      count += usedIn({
        entries: [entry('a', { constant: true, probability })],
        seed: { chat: 'x', message: String(n) },
      }).length
    return count / 500
  }

  test('uses about as many as the probability says, none at 0 and all at 100', ({ assert }) => {
    assert.equal(share(0), 0)
    assert.equal(share(100), 1)
    assert.closeTo(share(30), 0.3, 0.07)
  })

  test('agrees for the same chat, message and entry, and differs between entries', ({ assert }) => {
    const entries = Array.from({ length: 40 }, (_, n) => entry(`e${n}`, { constant: true, probability: 50 }))
    const first = usedIn({ entries })
    assert.deepEqual(usedIn({ entries }), first)
    assert.isTrue(first.length > 5 && first.length < 35)
    assert.notDeepEqual(usedIn({ entries, seed: { chat: 'a chat', message: 'another' } }), first)
    assert.notDeepEqual(usedIn({ entries, seed: { chat: 'another', message: 'a message' } }), first)
  })

  test('is not tried again when a later pass finds the entry', ({ assert }) => {
    const entries = [
      entry('a', { keys: ['dragon'], probability: 0 }),
      entry('b', { constant: true, content: 'dragon' }),
    ]
    const request = { entries, messages: chat('dragon') }
    assert.deepEqual(whyLeft(request, 'a'), { kind: 'chance', probability: 0 })
  })
})

test.group('Lore rule 8: the budget', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
  const sized = (id: string, count: number, order: number, fields: Partial<EntryFields> = {}) =>
    entry(id, { constant: true, content: words(count), order, ...fields })
  const budget = (tokens: number) => ({ tokens, countTokens: (text: string) => text.split(' ').length })

  test('is a share of the context, 25 % unless set, and capped if a cap is set', ({ assert }) => {
    assert.equal(budgetTokens(8_190), 2_048)
    assert.equal(budgetTokens(1_000, 10), 100)
    assert.equal(budgetTokens(1_000, 10, 40), 40)
    assert.equal(budgetTokens(1_000, 10, 400), 100)
  })

  test('ends with the first entry that does not fit, even if smaller ones would', ({ assert }) => {
    const entries = [sized('a', 5, 9), sized('b', 10, 8), sized('c', 1, 7)]
    const result = run({ entries, budget: budget(14) })
    assert.deepEqual(
      result.used.map(({ entryId }) => entryId),
      ['a']
    )
    assert.equal(result.tokens, 5)
    assert.deepEqual(whyLeft({ entries, budget: budget(14) }, 'c'), { kind: 'budget', tokens: 1 })
    assert.deepEqual(usedIn({ entries, budget: budget(16) }), ['c', 'b', 'a'])
  })

  test('does not apply to entries that ignore it', ({ assert }) => {
    const entries = [sized('a', 5, 9), sized('b', 10, 8), sized('c', 30, 7, { ignoreBudget: true })]
    assert.deepEqual(usedIn({ entries, budget: budget(6) }), ['c', 'a'])
  })

  test('serves sticky entries first', ({ assert }) => {
    const sticky = sized('s', 5, 1, { sticky: 3 })
    const before = run({ entries: [sticky], messages: chat('1') })
    const entries = [sized('a', 5, 9), sticky]
    assert.deepEqual(usedIn({ entries, messages: chat('1', '2'), state: before.state, budget: budget(5) }), ['s'])
  })

  test('of a book drops the lowest priority first, else the lowest order', ({ assert }) => {
    const within = (entries: ReturnType<typeof entry>[]) => usedIn({ books: [book(entries, { tokenBudget: 10 })] })
    assert.deepEqual(within([sized('a', 5, 1), sized('b', 5, 2), sized('c', 5, 3)]), ['b', 'c'])
    const prior = [
      sized('a', 5, 1, { priority: 9 }),
      sized('b', 5, 2, { priority: 8 }),
      sized('c', 5, 3, { priority: 7 }),
    ]
    assert.deepEqual(within(prior), ['a', 'b'])
    assert.deepEqual(whyLeft({ books: [book(prior, { tokenBudget: 10 })] }, 'c'), { kind: 'book_budget', tokens: 5 })
  })

  test('of a book leaves other books alone', ({ assert }) => {
    const books = [book([sized('a', 5, 1)], { tokenBudget: 1 }), book([sized('b', 5, 1)], { id: 'other' })]
    assert.deepEqual(usedIn({ books }), ['b'])
  })

  test('counts no token for a text that is only decorators', ({ assert }) => {
    const { used, tokens } = run({ entries: [entry('a', { constant: true, content: '@@depth 2\n' })] })
    assert.deepEqual([used[0]!.content, tokens], ['', 0])
  })
})

test.group('Lore rule 9: recursion', () => {
  const chain = (fields: Partial<EntryFields> = {}) => [
    entry('a', { keys: ['one'], content: 'two' }),
    entry('b', { keys: ['two'], content: 'three', ...fields }),
    entry('c', { keys: ['three'] }),
  ]
  const messages = chat('one')

  test('reads the texts of used entries until nothing new is found', ({ assert }) => {
    assert.deepEqual(usedIn({ entries: chain(), messages }), ['a', 'b', 'c'])
  })

  test('is off when the book says so, else by the settings', ({ assert }) => {
    assert.deepEqual(usedIn({ books: [book(chain(), { recursive: false })], messages }), ['a'])
    assert.deepEqual(usedIn({ entries: chain(), messages, settings: { recursive: false } }), ['a'])
    assert.deepEqual(
      usedIn({ books: [book(chain(), { recursive: true })], messages, settings: { recursive: false } }),
      ['a', 'b', 'c']
    )
  })

  test('does not read texts that prevent it', ({ assert }) => {
    assert.deepEqual(usedIn({ entries: chain({ preventRecursion: true }), messages }), ['a', 'b'])
  })

  test('does not find entries that are excluded from it', ({ assert }) => {
    assert.deepEqual(usedIn({ entries: chain({ excludeRecursion: true }), messages }), ['a'])
    assert.deepEqual(usedIn({ entries: chain({ excludeRecursion: true }), messages: chat('one two') }), ['a', 'b', 'c'])
  })

  test('finds entries that wait for it, but the chat does not', ({ assert }) => {
    const waiting = entry('w', { keys: ['one'], delayUntilRecursion: 1 })
    assert.deepEqual(usedIn({ entries: [waiting], messages }), [])
    assert.deepEqual(whyLeft({ entries: [waiting], messages }, 'w'), { kind: 'recursion_only' })
    assert.deepEqual(usedIn({ entries: [waiting, entry('a', { constant: true })], messages }), ['w', 'a'])
  })

  test('reaches the next level when nothing new is found', ({ assert }) => {
    const entries = [
      entry('one', { keys: ['dragon'], delayUntilRecursion: 1 }),
      entry('two', { keys: ['dragon'], delayUntilRecursion: 2 }),
      entry('five', { keys: ['dragon'], delayUntilRecursion: 5 }),
    ]
    assert.deepEqual(usedIn({ entries, messages: chat('dragon') }), ['one', 'two', 'five'])
    const limited = { entries, messages: chat('dragon'), settings: { stepsMax: 2 } }
    assert.deepEqual(whyLeft(limited, 'five'), { kind: 'recursion_only' })
  })

  test('ends after the set steps, and after ten passes', ({ assert }) => {
    const long = Array.from({ length: 15 }, (_, n) =>
      entry(`e${n}`, { keys: [`k${n}`], content: `k${n + 1}`, order: n })
    )
    assert.lengthOf(usedIn({ entries: long, messages: chat('k0') }), 10)
    assert.lengthOf(usedIn({ entries: long, messages: chat('k0'), settings: { stepsMax: 3 } }), 3)
  })

  test('ends when the budget is spent', ({ assert }) => {
    const entries = [
      entry('a', { constant: true, content: 'two' }),
      entry('big', { constant: true, content: 'x y z', order: 1 }),
      entry('b', { keys: ['two'] }),
    ]
    assert.deepEqual(usedIn({ entries, budget: { tokens: 2, countTokens: (text) => text.split(' ').length } }), ['a'])
  })

  test('reads hidden keys, which leave the prompt', ({ assert }) => {
    const entries = [
      entry('a', { constant: true, content: 'Seen.{{hidden_key:secret}}' }),
      entry('b', { keys: ['secret'] }),
    ]
    const { used } = run({ entries })
    assert.deepEqual(
      used.map(({ content }) => content),
      ['Seen.', 'Text of b.']
    )
  })

  test('reads one message deeper while too few entries are used', ({ assert }) => {
    const entries = [entry('a', { keys: ['one'] }), entry('b', { keys: ['two'] }), entry('c', { keys: ['three'] })]
    const messages = chat('three', 'two', 'one', 'zero', 'zero')
    const within = (settings: Partial<ActivationSettings>) => usedIn({ entries, messages, settings })
    assert.deepEqual(within({}), [])
    assert.deepEqual(within({ activationsMin: 1 }), ['a'])
    assert.deepEqual(within({ activationsMin: 2 }), ['a', 'b'])
    assert.deepEqual(within({ activationsMin: 9 }), ['a', 'b', 'c'])
    assert.deepEqual(within({ activationsMin: 9, activationsDepthMax: 4 }), ['a', 'b'])
    assert.deepEqual(within({ activationsMin: 9, stepsMax: 5 }), [])
  })

  test('reads no text of an entry in the passes that go deeper', ({ assert }) => {
    const both = entry('both', { keys: ['near'], secondaryKeys: ['far'], selective: true, logic: 'not_any' })
    const entries = [entry('start', { keys: ['begin'], content: 'far' }), both]
    const messages = chat('near', 'begin', 'zero')
    // The deeper message finds the entry before the text with the excluded key is read again.
    assert.deepEqual(usedIn({ entries, messages, settings: { activationsMin: 2 } }), ['start', 'both'])
  })
})

test.group('Lore rule 10: time', () => {
  const length = (count: number) => Array.from({ length: count }, () => 'no')
  const step = (fields: Partial<EntryFields>, count: number, state: LoreState, last = 'no') =>
    run({ entries: [entry('a', { keys: ['dragon'], ...fields })], messages: chat(...length(count - 1), last), state })

  test('keeps a sticky entry in for the next messages', ({ assert }) => {
    const first = step({ sticky: 2 }, 5, emptyState, 'dragon')
    assert.deepEqual(first.state.sticky['book.a'], {
      ...first.state.sticky['book.a']!,
      start: 5,
      end: 7,
      protected: false,
    })
    const second = step({ sticky: 2 }, 6, first.state)
    assert.deepEqual(second.used[0]!.because, { kind: 'sticky' })
    const third = step({ sticky: 2 }, 7, second.state)
    assert.deepEqual([third.used, third.state.sticky], [[], {}])
  })

  test('keeps an entry out after use while it cools down', ({ assert }) => {
    const first = step({ cooldown: 2 }, 5, emptyState, 'dragon')
    assert.lengthOf(first.used, 1)
    const second = step({ cooldown: 2 }, 6, first.state, 'dragon')
    assert.deepEqual(second.left[0]!.because, { kind: 'cooldown' })
    assert.lengthOf(step({ cooldown: 2 }, 7, second.state, 'dragon').used, 1)
  })

  test('starts the cooldown at the end of sticky', ({ assert }) => {
    const fields = { sticky: 2, cooldown: 3 }
    let { state, used } = step(fields, 1, emptyState, 'dragon')
    const seen: boolean[] = [used.length > 0]
    for (let count = 2; count <= 7; count++) {
      ;({ state, used } = step(fields, count, state, 'dragon'))
      seen.push(used.length > 0)
    }
    assert.deepEqual(seen, [true, true, false, false, false, true, true])
  })

  test('is not prolonged by a second match', ({ assert }) => {
    const first = step({ sticky: 3 }, 5, emptyState, 'dragon')
    const second = step({ sticky: 3 }, 6, first.state, 'dragon')
    assert.deepEqual(second.state, first.state)
  })

  test('forgets an effect when the chat is no longer than at its start', ({ assert }) => {
    const first = step({ sticky: 3 }, 5, emptyState, 'dragon')
    for (const count of [5, 4]) {
      const again = step({ sticky: 3 }, count, first.state)
      assert.deepEqual([again.used, again.state.sticky], [[], {}])
    }
  })

  test('forgets an effect when the entry changed, and keeps those of absent books', ({ assert }) => {
    const first = step({ sticky: 3 }, 5, emptyState, 'dragon')
    assert.isEmpty(step({ sticky: 3, content: 'Changed.' }, 6, first.state).used)
    const absent = run({ books: [], messages: chat(...length(6)), state: first.state })
    assert.deepEqual(absent.state, first.state)
    assert.deepEqual(run({ books: [], messages: chat(...length(8)), state: first.state }).state.sticky, {})
  })

  test('does not roll for a sticky entry', ({ assert }) => {
    const entries = [entry('a', { keys: ['dragon'], sticky: 50, probability: 50 })]
    const at = (count: number, message: string, state = emptyState) =>
      run({ entries, messages: chat(...length(count - 1), 'dragon'), state, seed: { chat: 'x', message } })
    const firsts = Array.from({ length: 20 }, (_, n) => at(1, String(n)))
    const lucky = firsts.find(({ used }) => used.length === 1)!
    assert.isTrue(firsts.some(({ used }) => used.length === 0))
    for (let n = 0; n < 20; n++) assert.lengthOf(at(n + 2, String(n), lucky.state).used, 1)
  })

  test('starts no effect when the budget leaves the entry out', ({ assert }) => {
    const entries = [entry('a', { constant: true, sticky: 3 })]
    const { state } = run({ entries, budget: { tokens: 0, countTokens: () => 5 } })
    assert.deepEqual(state, emptyState)
  })

  test('survives JSON', ({ assert }) => {
    const { state } = step({ sticky: 3, cooldown: 1 }, 5, emptyState, 'dragon')
    assert.deepEqual(step({ sticky: 3, cooldown: 1 }, 6, JSON.parse(JSON.stringify(state))).used.length, 1)
  })
})

test.group('Lore rule 11: places', () => {
  const placeOf = (fields: Partial<EntryFields>) =>
    run({ entries: [entry('a', { constant: true, ...fields })] }).used[0]!.place

  test('are those of the entry, with depth and role where they count', ({ assert }) => {
    assert.deepEqual(placeOf({}), { kind: 'before_char' })
    assert.deepEqual(placeOf({ position: 'note_top', depth: 3 }), { kind: 'note_top' })
    assert.deepEqual(placeOf({ position: 'at_depth' }), { kind: 'at_depth', depth: 4, role: 'system' })
    assert.deepEqual(placeOf({ position: 'at_depth', depth: 0, role: 'assistant' }), {
      kind: 'at_depth',
      depth: 0,
      role: 'assistant',
    })
  })

  test('hold each entry once, also when several keys and passes find it', ({ assert }) => {
    const entries = [entry('a', { keys: ['one', 'two'], content: 'one two' })]
    assert.deepEqual(usedIn({ entries, messages: chat('one two', 'two one') }), ['a'])
  })

  test('get the text with its macros filled', ({ assert }) => {
    const fill = (text: string) => text.replaceAll('{{char}}', 'Mo')
    assert.equal(
      run({ entries: [entry('a', { constant: true, content: 'I am {{char}}.' })], fill }).used[0]!.content,
      'I am Mo.'
    )
  })
})
