/*
 * Estimates the tokens of a text. Models count differently, so the weight of each script is about that of the least economical of five
 * common tokenizers (Llama 2, Mistral, Llama 3, cl100k, o200k). `TokenRatios` corrects it by the providers' counts. Independent of the
 * server, because the character form uses it too.
 */

/** Scripts that tokenizers treat differently. `accented` is Latin with diacritics. */
export type Script = 'latin' | 'symbols' | 'accented' | 'alphabetic' | 'indic' | 'cjk' | 'other'

interface Range {
  /** The first code unit of the range, which ends before the next one. A multiple of 16. */
  from: number
  /** Tokens per hundred code units. */
  weight: number
  script: Script
}

/** ASCII, in the order of `asciiRange`. */
const ascii: readonly Omit<Range, 'from'>[] = [
  { weight: 29, script: 'latin' },
  { weight: 50, script: 'latin' },
  { weight: 100, script: 'symbols' },
  { weight: 70, script: 'symbols' },
]

const asciiRange = (code: number): number => {
  const char = String.fromCharCode(code)
  if (/[a-z ]/.test(char)) return 0
  if (/[A-Z]/.test(char)) return 1
  // Line breaks and tabs, like digits, are separate tokens in many models.
  return /[\d\s]/.test(char) || code < 32 ? 2 : 3
}

/** Other scripts weigh as much as their UTF-8 bytes: two tokens a unit below U+0800, three above. */
const beyondAscii: readonly Range[] = [
  { from: 0x80, weight: 200, script: 'other' },
  { from: 0xc0, weight: 230, script: 'accented' },
  { from: 0x250, weight: 200, script: 'other' },
  { from: 0x300, weight: 230, script: 'accented' },
  { from: 0x370, weight: 130, script: 'alphabetic' }, // Greek
  { from: 0x400, weight: 70, script: 'alphabetic' }, // Cyrillic
  { from: 0x460, weight: 200, script: 'alphabetic' },
  { from: 0x590, weight: 125, script: 'alphabetic' }, // Hebrew, Arabic
  { from: 0x700, weight: 200, script: 'alphabetic' },
  { from: 0x800, weight: 300, script: 'alphabetic' },
  { from: 0x900, weight: 130, script: 'indic' }, // Devanagari
  { from: 0x980, weight: 200, script: 'indic' },
  { from: 0xe00, weight: 120, script: 'indic' }, // Thai
  { from: 0xe80, weight: 250, script: 'indic' },
  { from: 0x10a0, weight: 220, script: 'alphabetic' }, // Georgian
  { from: 0x1100, weight: 300, script: 'cjk' }, // Hangul jamo
  { from: 0x1200, weight: 300, script: 'other' },
  { from: 0x1e00, weight: 260, script: 'accented' }, // Vietnamese
  { from: 0x1f00, weight: 300, script: 'alphabetic' },
  { from: 0x2000, weight: 300, script: 'other' },
  { from: 0x2010, weight: 110, script: 'latin' }, // Quotation marks, dashes, the ellipsis
  { from: 0x2030, weight: 250, script: 'other' },
  { from: 0x2500, weight: 150, script: 'other' },
  { from: 0x2600, weight: 300, script: 'other' },
  { from: 0x2e80, weight: 175, script: 'cjk' },
  { from: 0x3040, weight: 120, script: 'cjk' }, // Kana
  { from: 0x3100, weight: 300, script: 'cjk' },
  { from: 0x4e00, weight: 175, script: 'cjk' },
  { from: 0xa000, weight: 300, script: 'other' },
  { from: 0xac00, weight: 230, script: 'cjk' }, // Hangul
  // Halves of surrogate pairs: emoji and other characters of four bytes.
  { from: 0xd800, weight: 205, script: 'other' },
  { from: 0xe000, weight: 300, script: 'other' },
]

// Marked as pure, so that bundlers can drop unused tables.
const ranges: readonly Omit<Range, 'from'>[] = /* @__PURE__ */ ascii.concat(beyondAscii)
const weights: readonly number[] = /* @__PURE__ */ ranges.map(({ weight }) => weight)
const asciiTable = /* @__PURE__ */ Uint8Array.from({ length: 0x80 }, (_, code) => asciiRange(code))
/** The range of each block of sixteen code units. */
const table = /* @__PURE__ */ (() => {
  const made = new Uint8Array(0x1000)
  for (const [index, { from }] of beyondAscii.entries()) made.fill(ascii.length + index, from >> 4)
  return made
})()

const rangeOf = (code: number): number => (code < 0x80 ? asciiTable[code]! : table[code >> 4]!)

/** The number of code units of a text in each range. */
export type Composition = Uint32Array

export const compositionOf = (text: string): Composition => {
  const counts = new Uint32Array(ranges.length)
  for (let index = 0; index < text.length; index++) counts[rangeOf(text.charCodeAt(index))]!++
  return counts
}

/** Tokens that a message's role and delimiters add to its text. */
export const messageFrameTokens = 4

/** Returns the weight of a text in hundredths of a token, without a frame. Sum up the parts of a message before rounding. */
export const hundredthsOf = (composition: Composition): number => {
  let hundredths = 0
  for (let index = 0; index < composition.length; index++) hundredths += composition[index]! * weights[index]!
  return hundredths
}

/** Returns the tokens of a message with its frame, given the hundredths of its text. */
export const tokensOfHundredths = (hundredths: number): number => Math.ceil(hundredths / 100) + messageFrameTokens

/** Estimates the tokens of a message with its frame. */
export const estimateTokens = (text: string): number => tokensOfHundredths(hundredthsOf(compositionOf(text)))

/** Returns how many code units from the start or the end of a text fit into a number of tokens, without a frame. */
export const lengthWithin = (text: string, tokens: number, from: 'start' | 'end'): number => {
  let left = tokens * 100
  for (let length = 0; length < text.length; length++) {
    left -= ranges[rangeOf(text.charCodeAt(from === 'start' ? length : text.length - 1 - length))]!.weight
    if (left < 0) return length
  }
  return text.length
}

/** Above this share of the tokens, a script counts even if there is more Latin text. Symbols have their own share. */
const noticeableShare = 0.1
const symbolsShare = 0.4

/** Returns the script that determines the tokens of texts. */
export const scriptOf = (texts: Iterable<Composition>): Script => {
  const units = new Uint32Array(ranges.length)
  for (const composition of texts)
    for (let index = 0; index < units.length; index++) units[index]! += composition[index]!
  const sum = hundredthsOf(units)
  const shares = new Map<Script, number>()
  for (const [index, { weight, script }] of ranges.entries())
    if (units[index]! > 0) shares.set(script, (shares.get(script) ?? 0) + units[index]! * weight)
  let found: Script = (shares.get('symbols') ?? 0) > sum * symbolsShare ? 'symbols' : 'latin'
  let most = sum * noticeableShare
  for (const [script, tokens] of shares)
    if (script !== 'latin' && script !== 'symbols' && tokens > most) [found, most] = [script, tokens]
  return found
}
