/*
 * Compares words and finds them in texts, in any script: names, keys of lorebooks, tags. It looks at properties of the characters around a
 * match, because dictionaries (Intl.Segmenter) are slow on long texts and don't know names. For the server: older browsers lack the flag `v`.
 */

/**
 * Brings a text to the form in which words are compared: without invisible characters, with one kind of apostrophe, composed, in lower case
 * unless `keepsCase`. Texts of the same length may get different lengths.
 */
export const folded = (text: string, { keepsCase = false } = {}): string => {
  if (ascii.test(text)) return keepsCase ? text : text.toLowerCase()
  const plain = text.replaceAll(apostrophes, "'").normalize('NFKC').replaceAll(invisible, '')
  // Turkish has two letters i, whose cases depend on the language. A final sigma is the same letter.
  return keepsCase
    ? plain
    : plain
        .toLowerCase()
        .replaceAll(/i\u0307|ı/gu, 'i')
        .replaceAll('ς', 'σ')
}

/**
 * Returns the index of a word in a text, both folded. -1 if the text doesn't contain it, or only inside of other words. `goesOn` is called
 * after each of those, and ends the search by returning false.
 */
export const indexOfWord = (text: string, word: string, goesOn = upTo(triesMax)): number => {
  if (word === '') return -1
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (beginsAt(text, at) && endsAt(text, at + word.length)) return at
    if (!goesOn()) return -1
  }
  return -1
}

/** How many words with the searched one inside of them are looked at. */
const triesMax = 1_000
const upTo = (max: number) => () => --max > 0

/** The words of scripts with spaces. Other scripts and Hangul separate words, like punctuation. */
export const spacedWords = (text: string): string[] =>
  text.match(ascii.test(text) ? /[a-z\d]+(?:_+[a-z\d]+)*/gi : spaced) ?? []

/** Whether a folded text is a single word that `spacedWords` would return wherever `indexOfWord` finds it. */
export const isSpacedWord = (text: string): boolean => plainWord.test(text)

/** Whether a text has letters of a script that doesn't separate words by spaces. */
export const isUnspaced = (text: string): boolean => unspaced.test(text)

/** Whether searches look for the text inside of words, too: in scripts without spaces, and in Hangul, whose words have endings. */
export const isFoundInside = (text: string): boolean => unspaced.test(text) || hangul.test(text)

/** Splits a name at spaces and punctuation, but not at apostrophes and hyphens. */
export const partsOfName = (name: string): string[] =>
  name.match(/[\p{L}\p{M}\p{N}'’-]*[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []

/** The length from which a part of a name is taken for a name: shorter in scripts in which two characters are a name. */
export const isLongEnough = (part: string): boolean => part.length > (isFoundInside(part) ? 1 : 2)

const beginsAt = (text: string, at: number): boolean => {
  const first = pointAt(text, at)
  const isSeparate = (letter: string) => !isLetter(letter) || isSeparable(letter, first)
  let before = pointBefore(text, at)
  if (before === '_') return isSeparate(pointBefore(text, skipJoins(text, at, -1)))
  const joined = hebrew.test(first) ? hebrewPrefixes : arabic.test(first) ? arabicPrefixes : ''
  for (let prefixes = 0; !isSeparate(before); prefixes++) {
    // Arabic and Hebrew write some prepositions and conjunctions together with the word.
    if (prefixes === 2 || !joined.includes(before)) return false
    at -= before.length
    before = pointBefore(text, at)
  }
  return true
}

const endsAt = (text: string, at: number): boolean => {
  const last = pointBefore(text, at)
  let after = pointAt(text, at)
  if (after === '_') after = pointAt(text, skipJoins(text, at, 1))
  // Vowel points don't make another word.
  else while (points.test(after)) after = pointAt(text, (at += after.length))
  if (!isLetter(after)) return true
  if (mark.test(after)) return false
  return isSeparable(last, after) || (hangul.test(last) && koreanEndings.includes(after))
}

/** Skips underscores, which join words unless they are marks of emphasis. */
const skipJoins = (text: string, at: number, step: 1 | -1): number => {
  while (text[step === 1 ? at : at - 1] === '_') at += step
  return at
}

/** Whether a word may begin between two letters. */
const isSeparable = (one: string, other: string): boolean => {
  if (one < '\x80' && other < '\x80') return false
  return unspaced.test(one) || unspaced.test(other) || hangul.test(one) !== hangul.test(other)
}

const pointAt = (text: string, at: number): string => {
  const point = text.codePointAt(at)
  return point === undefined ? '' : String.fromCodePoint(point)
}

const pointBefore = (text: string, at: number): string => {
  const isPair = at > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 2, at))
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at)
}

const isLetter = (point: string): boolean => letter.test(point)

const ascii = /^[\0-\x7f]*$/
const apostrophes = /[’‘‛ʼʻ´′]/g
/** A zero-width space separates words. */
const invisible = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\s\u200b]]/gv
const letter = /[\p{L}\p{M}\p{N}]/u
const mark = /\p{M}/u
const hangul = /\p{Script=Hangul}/u
const hebrew = /\p{Script=Hebrew}/u
const arabic = /\p{Script=Arabic}/u
const unspacedScripts = 'Han Hiragana Katakana Bopomofo Yi Thai Lao Khmer Myanmar Tai_Tham Javanese Balinese'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const unspaced = new RegExp(`[${unspacedScripts}]`, 'v')
const spacedLetter = `[[\\p{L}\\p{M}\\p{N}]--[\\p{Script=Hangul}${unspacedScripts}]]`
const spaced = new RegExp(`${spacedLetter}+(?:_+${spacedLetter}+)*`, 'gv')
/** Characters whose surroundings `indexOfWord` looks at more closely. */
const joining = `\\p{Script=Hangul}\\p{Script=Hebrew}\\p{Script=Arabic}${unspacedScripts}`
const plainLetter = `[[\\p{L}\\p{M}\\p{N}]--[${joining}]]`
const plainWord = new RegExp(`^(?!\\p{M})${plainLetter}+(?:_+${plainLetter}+)*$`, 'v')
/** Vowel points of Hebrew and Arabic. */
const points = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/
const hebrewPrefixes = 'ובלכמשה'
const arabicPrefixes = 'وفبلك'
/** The syllables with which Korean particles, titles and forms of "to be" begin. They follow a noun without a space. */
const koreanEndings = '은는이가을를의에께와과랑하도만로으아야여씨님군양들처보부까조마밖한같였예인입라며고네요나든뿐대'
