import { estimateTokens, lengthWithin, messageFrameTokens } from './estimate_tokens.ts'

const gap = '[…]'

/** The largest share of the room that a cut between paragraphs, sentences or words may waste. */
const wasteMax = 0.4

/**
 * Shortens a text to a number of tokens and keeps its start or its end. Prefers a cut between paragraphs, then sentences, then words. Marks
 * the cut with `[…]`. Returns an empty text if too little fits.
 */
export const clipText = (text: string, tokens: number, keep: 'start' | 'end' = 'start'): string => {
  if (bodyTokens(text) <= tokens) return text
  const room = tokens - bodyTokens(gap) - 1
  if (room < 4) return ''
  const fits = lengthWithin(text, room, keep)
  if (keep === 'start') {
    const kept = text.slice(0, endOfStart(text, fits)).trimEnd()
    return kept && `${kept} ${gap}`
  }
  const kept = text.slice(startOfEnd(text, text.length - fits)).trimStart()
  return kept && `${gap} ${kept}`
}

const bodyTokens = (text: string) => estimateTokens(text) - messageFrameTokens

const isSpace = (char: string | undefined) => char !== undefined && /\s/.test(char)

/** Whether a sentence may end before `at`. */
export const endsSentence = (text: string, at: number): boolean => {
  if (/[。！？।۔]/.test(text[at - 1]!)) return true
  if (at < text.length && !isSpace(text[at])) return false
  let last = at - 1
  while (last > 0 && /["'”’»)*\]]/.test(text[last]!)) last--
  return /[.!?…]/.test(text[last]!)
}

type IsCut = (text: string, at: number) => boolean

/** The kinds of cuts, in the order of preference. */
const cuts: readonly IsCut[] = [
  (text, at) => text[at] === '\n' || text[at - 1] === '\n',
  endsSentence,
  (text, at) => isSpace(text[at]) || isSpace(text[at - 1]),
]

/** Returns the best place to end, at or before `at`. */
const endOfStart = (text: string, at: number): number => {
  for (const isCut of cuts)
    for (let place = at; place > at * (1 - wasteMax); place--) if (isCut(text, place)) return place
  return isInPair(text, at) ? at - 1 : at
}

/** Returns the best place to begin, at or after `at`. */
const startOfEnd = (text: string, at: number): number => {
  for (const isCut of cuts)
    for (let place = at; place < at + (text.length - at) * wasteMax; place++) if (isCut(text, place)) return place
  return isInPair(text, at) ? at + 1 : at
}

/** Whether a cut at `at` would split a surrogate pair. */
const isInPair = (text: string, at: number): boolean => at > 0 && text.codePointAt(at - 1)! > 0xffff
