import { test } from '@japa/runner'
import { activate } from '../src/engine/activate.ts'
import { activation, book, chat, entry } from './engine_support.ts'

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
