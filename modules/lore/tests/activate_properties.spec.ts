import { test } from '@japa/runner'
import fc from 'fast-check'
import { seedOfRun } from '#tests/support/dice'
import { entryRoles, keyLogics, loreSources, type EntryFields } from '../src/domain/entry.ts'
import { activate } from '../src/engine/activate.ts'
import { TextIndex } from '../src/engine/text_index.ts'
import { Work } from '../src/engine/work.ts'
import { toKey } from '../src/engine/keys.ts'
import type { Activation, ActivationSettings, LoreBook, LoreEntry } from '../src/engine/types.ts'
import { activation, book, chat, countWords, entry } from './engine_support.ts'

const check = (property: fc.IProperty<any>, numRuns = 300) => fc.assert(property, { seed: seedOfRun(), numRuns })

/** A small vocabulary, so that entries find one another. */
const word = fc.constantFrom('red', 'dragon', 'elf', 'sea', 'net', 'é', '龍', 'Mo')
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
const keys = fc.array(fc.oneof(word, text), { maxLength: 3 })
const small = fc.nat(3)

const fields: fc.Arbitrary<Partial<EntryFields>> = fc.record(
  {
    keys,
    secondaryKeys: keys,
    selective: fc.boolean(),
    logic: fc.constantFrom(...keyLogics),
    content: fc.oneof(
      text,
      fc.constantFrom('@@activate\nred', '@@dont_activate_after_match\nelf', '@@ignore_on_max_context\nsea')
    ),
    enabled: fc.constantFrom(true, true, true, false),
    constant: fc.boolean(),
    priority: fc.oneof(fc.constant(null), small),
    ignoreBudget: fc.constantFrom(false, false, true),
    role: fc.constantFrom(...entryRoles),
    caseSensitive: fc.constantFrom(null, true, false),
    wholeWords: fc.constantFrom(null, true, false),
    scanDepth: fc.oneof(fc.constant(null), small),
    probability: fc.constantFrom(100, 50, 0),
    excludeRecursion: fc.boolean(),
    preventRecursion: fc.boolean(),
    delayUntilRecursion: small,
    groups: fc.subarray(['g', 'h', 'i']),
    groupOverride: fc.boolean(),
    groupWeight: fc.constantFrom(0, 1, 100),
    groupScoring: fc.constantFrom(null, true, false),
    sticky: small,
    cooldown: small,
    delay: small,
    alsoReads: fc.subarray([...loreSources]),
  },
  { requiredKeys: [] }
)

/** Entries with different orders, so that no tie depends on their position. */
const entries: fc.Arbitrary<LoreEntry[]> = fc.array(fields, { maxLength: 12 }).chain((all) =>
  fc
    .shuffledSubarray(
      all.map((_, at) => at),
      { minLength: all.length, maxLength: all.length }
    )
    .map((orders) => all.map((one, at) => entry(`e${at}`, { ...one, order: orders[at]! })))
)

const settings: fc.Arbitrary<Partial<ActivationSettings>> = fc.record(
  {
    scanDepth: small,
    recursive: fc.boolean(),
    stepsMax: small,
    activationsMin: fc.nat(6),
    activationsDepthMax: fc.nat(6),
    groupScoring: fc.boolean(),
    strategy: fc.constantFrom('mixed', 'character_first', 'global_first'),
  },
  { requiredKeys: [] }
)

const activations: fc.Arbitrary<Activation> = fc
  .record({
    lists: fc.array(entries, { minLength: 1, maxLength: 3 }),
    tokenBudget: fc.constantFrom(null, null, 0, 4, 12),
    messages: fc.array(text, { maxLength: 6 }),
    tokens: fc.nat(40),
    seed: fc.record({ chat: word, message: word }),
    settings,
  })
  .map(({ lists, tokenBudget, messages, tokens, seed, settings }) => {
    const origins = ['chat', 'character', 'global'] as const
    const books = lists.map((list, at) => book(list, { id: `b${at}`, origin: origins[at]!, tokenBudget }))
    return activation({
      books,
      messages: chat(...messages),
      budget: { tokens, countTokens: countWords },
      seed,
      settings,
      context: { sources: { scenario: 'sea net', personaDescription: 'Mo' } },
    })
  })

const spent = (activation: Activation) => {
  const { used } = activate(activation)
  const find = (bookId: string, entryId: string) =>
    activation.books.find(({ id }) => id === bookId)!.entries.find(({ id }) => id === entryId)!
  return used.map((one) => ({ ...one, entry: find(one.bookId, one.entryId) }))
}

test.group('Any activation', () => {
  test('has each entry exactly once, used or left, when entries find one another', ({ assert }) => {
    check(
      fc.property(activations, (activation) => {
        const { used, left } = activate(activation)
        const listed = [...used, ...left].map(({ bookId, entryId }) => `${bookId}.${entryId}`)
        const all = activation.books.flatMap(({ id, entries }) => entries.map((one) => `${id}.${one.id}`))
        assert.deepEqual(listed.toSorted(), all.toSorted())
      })
    )
  })

  test('never exceeds the budget, except by entries that ignore it', ({ assert }) => {
    check(
      fc.property(activations, (activation) => {
        const held = spent(activation).filter(({ entry }) => !entry.ignoreBudget)
        const tokens = held.reduce((sum, { content }) => sum + countWords(content), 0)
        assert.isAtMost(tokens, activation.budget.tokens)
        for (const { id, tokenBudget } of activation.books) {
          const own = held.filter(({ bookId }) => bookId === id).reduce((sum, { tokens }) => sum + tokens, 0)
          assert.isAtMost(own, tokenBudget ?? Infinity)
        }
      })
    )
  })

  test('gives the same result when run again with the same seed', ({ assert }) => {
    check(fc.property(activations, (activation) => assert.deepEqual(activate(activation), activate(activation))))
  })

  test('does not depend on the order of entries and keys when their orders differ', ({ assert }) => {
    const reversed = (books: readonly LoreBook[]): LoreBook[] =>
      books.map((one) => ({
        ...one,
        entries: one.entries.map((entry) => ({ ...entry, keys: entry.keys.toReversed() })).toReversed(),
      }))
    const shown = (activation: Activation) =>
      activate(activation)
        .used.map(({ bookId, entryId }) => `${bookId}.${entryId}`)
        .toSorted()
    check(
      fc.property(activations, (activation) => {
        assert.deepEqual(shown({ ...activation, books: reversed(activation.books) }), shown(activation))
      })
    )
  })

  test('leaves at most one entry a group when none is sticky', ({ assert }) => {
    check(
      fc.property(activations, (activation) => {
        const groups = spent(activation).flatMap(({ entry }) => entry.groups)
        assert.equal(new Set(groups).size, groups.length)
      })
    )
  })

  test('uses no entry that is off, and all that chance and limits cannot stop', ({ assert }) => {
    check(
      fc.property(activations, (activation) => {
        const used = new Set(spent(activation).map(({ bookId, entryId }) => `${bookId}.${entryId}`))
        for (const { id, entries } of activation.books)
          for (const one of entries) {
            if (!one.enabled) assert.isFalse(used.has(`${id}.${one.id}`))
            const isFree =
              one.enabled && one.constant && one.ignoreBudget && one.probability === 100 && one.groups.length === 0
            if (isFree && one.delay === 0 && one.delayUntilRecursion === 0 && !one.content.startsWith('@@'))
              assert.isTrue(used.has(`${id}.${one.id}`), JSON.stringify(one))
          }
      })
    )
  })

  test('ends with a state that the next message understands', ({ assert }) => {
    check(
      fc.property(activations, text, (activation, next) => {
        const first = activate(activation)
        const messages = [...activation.messages, ...chat(next)]
        const second = activate({ ...activation, messages, state: JSON.parse(JSON.stringify(first.state)) })
        assert.equal(second.used.length + second.left.length, first.used.length + first.left.length)
      })
    )
  })
})

test.group('The text index', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '_', ' ', '-', 'é', '龍', '1'), maxLength: 12 })

  /** The rule as a regular expression: a word ends where no other letter follows, not even after underscores. */
  const isFound = (
    text: string,
    key: string,
    { caseSensitive, wholeWords }: Record<'caseSensitive' | 'wholeWords', boolean>
  ) => {
    const [haystack, needle] = caseSensitive ? [text, key] : [text.toLowerCase(), key.toLowerCase()]
    if (!wholeWords || /\s/.test(needle)) return haystack.includes(needle)
    const escaped = needle.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    const before = needle.startsWith('龍') ? '' : '(?<![abBé1]_*)'
    const after = needle.endsWith('龍') ? '' : '(?!_*[abBé1])'
    return new RegExp(before + escaped + after).test(haystack)
  }

  test('finds exactly what a search through each text finds', ({ assert }) => {
    const rules = fc.record({ caseSensitive: fc.boolean(), wholeWords: fc.boolean() })
    const property = fc.property(
      fc.array(letters, { maxLength: 5 }),
      letters,
      letters,
      rules,
      (texts, part, late, rules) => {
        const key = toKey(part, { ...rules, useRegex: false })
        if (!key || key.match === 'pattern') return
        const index = new TextIndex(texts)
        const wanted = texts.findIndex((one) => isFound(one, part.trim(), rules))
        assert.equal(index.find(key, new Work()), wanted === -1 ? Infinity : wanted)
        index.add(late)
        const later = [...texts, late].findIndex((one) => isFound(one, part.trim(), rules))
        assert.equal(index.find(key, new Work()), later === -1 ? Infinity : later)
      }
    )
    check(property, 2_000)
  })
})
