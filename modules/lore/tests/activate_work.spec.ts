import { test } from '@japa/runner'
import type { EntryFields } from '../src/domain/entry.ts'
import { limits } from '../src/domain/limits.ts'
import { activate, activationSteps } from '../src/engine/activate.ts'
import { engineLimits } from '../src/engine/limits.ts'
import { TextIndex } from '../src/engine/text_index.ts'
import type { LoreBook } from '../src/engine/types.ts'
import { activation, book, chat, entry, type Partly } from './engine_support.ts'

/** The minimum length of a text. Every key is shorter. */
const textMin = 20

/** Counts the searches through texts while a function runs. */
const countSearches = (run: () => void): number => {
  const { includes, indexOf } = String.prototype
  let searches = 0
  String.prototype.includes = function (this: string, ...search) {
    if (this.length >= textMin) searches++
    return includes.apply(this, search)
  }
  String.prototype.indexOf = function (this: string, ...search) {
    if (this.length >= textMin) searches++
    return indexOf.apply(this, search)
  }
  try {
    run()
  } finally {
    Object.assign(String.prototype, { includes, indexOf })
  }
  return searches
}

test.group('A book of ten thousand entries', () => {
  test('searches the texts for few of its keys', ({ assert }) => {
    const size = 10_000
    const names = Array.from({ length: size }, (_, n) => n.toString(36).padStart(4, '0'))
    const large = book(
      names.map((name, n) => entry(`e${n}`, { keys: [`harbour${name}`, `old ${name} lantern`, `${name}’s daughter`] }))
    )
    // Every 400th entry is found by its first key, and every second of these also by the other two.
    const told = names.filter((_, n) => n % 400 === 0)
    const texts = told.flatMap((name, n) => [
      `They left harbour${name} at dawn.`,
      n % 2
        ? `Under the old ${name} lantern they met ${name}’s daughter.`
        : 'It rained all day, and the nets were torn.',
    ])
    assert.lengthOf(texts, 50)
    let used = 0
    const searches = countSearches(() => {
      used = activate(
        activation({
          books: [large],
          messages: chat(...texts),
          budget: { tokens: 1e6, countTokens: () => 1 },
          settings: { scanDepth: 50 },
        })
      ).used.length
    })
    assert.equal(used, told.length)
    // Searching for 30,000 keys in 50 texts one by one would take 1,500,000 searches.
    assert.isBelow(searches, 15_000)
  })
})

interface Done {
  /** UTF-16 units in which macros were filled. */
  filled: number
  /** Keys that were looked up in the index of the messages or in that of other entries. */
  looks: number
  /** UTF-16 units that were searched. */
  searched: number
}

/** Runs an activation step by step, and returns its result, all work and the most work of a step. */
const measure = (partly: Partly) => {
  const { includes } = String.prototype
  const { find } = TextIndex.prototype
  const all: Done = { filled: 0, looks: 0, searched: 0 }
  const most: Done = { ...all }
  TextIndex.prototype.find = function (...given) {
    all.looks++
    return find.apply(this, given)
  }
  String.prototype.includes = function (this: string, ...search) {
    if (this.length >= textMin) all.searched += this.length
    return includes.apply(this, search)
  }
  const fill = (text: string) => {
    all.filled += text.length
    return text.replaceAll('{{user}}', 'Ann')
  }
  try {
    const steps = activationSteps(activation({ fill, ...partly }))
    for (;;) {
      const before = { ...all }
      const { done, value } = steps.next()
      for (const kind of Object.keys(all) as (keyof Done)[]) most[kind] = Math.max(most[kind], all[kind] - before[kind])
      if (done) return { result: value, all, most }
    }
  } finally {
    TextIndex.prototype.find = find
    String.prototype.includes = includes
  }
}

/** The largest lorebooks of a prompt. Entries share their lists of keys, so that the test needs little memory. */
const largest = (fields: (n: number) => Partial<EntryFields>): LoreBook =>
  book(
    Array.from({ length: limits.promptEntriesMax }, (_, n) => entry(`e${n}`, fields(n))),
    { scanDepth: 1_000 }
  )

const list = (count: number, item: (n: number) => string) => Array.from({ length: count }, (_, n) => item(n))
const manyKeys = (item: (n: number) => string) => list(limits.keysMax, item)
const longText = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length))

test.group('The largest permitted lorebooks', () => {
  const { work } = engineLimits
  const ownBook = book([entry('mine', { keys: ['harbour'] })], { id: 'own', origin: 'chat' })
  const messages = chat(...list(10, () => longText('they left the harbour at dawn, ', limits.contentMax / 4)))

  const filledKeys = manyKeys((n) => `k${n} ${longText('{{user}} ', 900)}`)
  const shortKeys = manyKeys((n) => `{{${n}`)
  const unfoundKeys = manyKeys((n) => `at dawn, they left the harbour at noon ${n}`.slice(0, 30 + (n % 9)))
  const plainKeys = manyKeys((n) => `key${n}`)
  const names = list(limits.filterMax, (n) => `Name ${n}`)
  const groups = list(limits.groupsMax, (n) => `group ${n}`)
  const content = longText('{{user}} and the key1 ', limits.contentMax)

  for (const [title, fields] of Object.entries<(n: number) => Partial<EntryFields>>({
    'keys with macros': () => ({ keys: filledKeys, secondaryKeys: filledKeys, selective: true }),
    'short keys with braces': () => ({ keys: shortKeys, secondaryKeys: shortKeys, selective: true }),
    'keys that must be searched': () => ({ keys: unfoundKeys, wholeWords: false }),
    'keys that no text has, in ten passes': (n) =>
      n < 11 ? { keys: [`key${n}`], constant: n === 0, content: `key${n + 1}` } : { keys: plainKeys },
    'long texts with macros': () => ({ constant: true, content }),
    'long texts that ignore the budget': () => ({ constant: true, content, ignoreBudget: true }),
    'empty texts': () => ({ constant: true, content: '' }),
    'names of characters': () => ({
      keys: ['dawn'],
      characterFilter: { exclude: true, names, tags: names },
    }),
    'groups that count keys': () => ({ keys: ['dawn', ...plainKeys], content: '', groups, groupScoring: true }),
    'decorators with keys': () => ({ keys: ['dawn'], content: `@@additional_keys ${longText('ab,', 1_000)}` }),
  }))
    test(`take bounded work: ${title}`, ({ assert }) => {
      const large = largest(fields)
      const { result, all, most } = measure({ books: [ownBook, large], messages })
      // The user's own lorebooks have limits of their own.
      assert.isTrue(result.used.some(({ entryId }) => entryId === 'mine'))
      assert.equal(result.used.length + result.left.length, limits.promptEntriesMax + 1)
      assert.isTrue(result.left.some(({ because }) => because.kind === 'over_limit'))
      assert.isAtMost(all.filled, work.filled + 100)
      assert.isAtMost(all.looks, 2 * work.looks + 100)
      assert.isAtMost(all.searched, work.searched + 1_000_000)
      assert.isAtMost(result.used.length, work.entries + 1)
      // A step takes a few milliseconds, plus those of its last entry.
      assert.isAtMost(most.filled, 300_000)
      assert.isAtMost(most.looks, 150_000)
      assert.isAtMost(most.searched, engineLimits.entryUnitsMax + 300_000)
    })

  test('start a bounded number of timed effects', ({ assert }) => {
    const effect = { hash: 'x', start: 0, end: 1_000, protected: true }
    const effects = Object.fromEntries(list(engineLimits.effectsMax, (n) => `gone.e${n}`).map((key) => [key, effect]))
    const { state } = measure({
      entries: [entry('a', { constant: true, sticky: 2, cooldown: 3 })],
      state: { sticky: effects, cooldown: {}, once: {} },
    }).result
    assert.lengthOf(Object.keys(state.sticky), engineLimits.effectsMax)
    assert.deepEqual(Object.keys(state.cooldown), ['book.a'])
  })
})
