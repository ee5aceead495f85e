/** Length in Unicode code points, not UTF-16 units. */
export const codePoints = (text: string): number => {
  // Iterating over code points is ten times as slow.
  let count = text.length
  for (let at = 1; at < text.length; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) count--
  return count
}

/** Whether a text has more than `max` code points. Counts only texts whose UTF-16 units don't say so. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || codePoints(text) > max)

/**
 * Whether a text has no visible character. Spaces, controls, joiners, direction marks, variation selectors, fillers such as U+3164 and
 * the empty Braille pattern are invisible. `isBlankMessage` does the same for texts with macros.
 */
export const isBlank = (text: string): boolean => !visible.test(text)

/** The listed characters have no property that says that they are empty. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u

/** Trims a text. Returns an empty text for a blank one. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim())

/** True for a text that PostgreSQL can store: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Removes NUL and replaces lone surrogates with U+FFFD. */
export const storable = (text: string): string => (isStorable(text) ? text : text.replaceAll('\0', '').toWellFormed())

const joiningScripts = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
const joining = `[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`
/** Joiners that a script or an emoji sequence needs. */
const neededJoiners = new RegExp(
  `(?<=${joining})[\\u200c\\u200d](?=${joining})` +
    '|(?<=[\\p{Emoji}\\p{Emoji_Modifier}])\\ufe0f' +
    '|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  'gu'
)
const hidden = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/**
 * Whether a single-line name contains invisible characters: direction marks, zero-width characters or controls. Allows joiners that a
 * script or an emoji needs.
 */
export const hasHiddenCharacters = (name: string): boolean =>
  hidden.test(name.replaceAll(/[^\S\ufeff]+/gu, ' ').replaceAll(neededJoiners, ''))

export const withoutHiddenCharacters = (name: string): string =>
  hasHiddenCharacters(name)
    ? [...name.replaceAll(/\s+/gu, ' ')].filter((character) => !hidden.test(character)).join('')
    : name
