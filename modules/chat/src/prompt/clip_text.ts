import { estimateTokens, lengthWithin, messageFrameTokens } from './estimate_tokens.ts'

const gap = '[…]'

/** At most so much of what would fit is given up for a cut between paragraphs, sentences or words. */
const givenUpMax = 0.4

/**
 * As much of a text as so many tokens hold, from its beginning or its end, cut between paragraphs, sentences or words where one ends near
 * enough. `[…]` stands for what is missing. Empty where nothing worth reading fits.
 */
export const clipText = (text: string, tokens: number, keep: 'start' | 'end' = 'start'): string => {
  if (bodyTokens(text) <= tokens) return text
  const room = tokens - bodyTokens(gap) - 1
  if (room < 4) return ''
  const fits = lengthWithin(text, room, keep)
  if (keep === 'start') {
    const kept = text.slice(0, beginningOf(text, fits)).trimEnd()
    return kept && `${kept} ${gap}`
  }
  const kept = text.slice(endOf(text, text.length - fits)).trimStart()
  return kept && `${gap} ${kept}`
}

const bodyTokens = (text: string) => estimateTokens(text) - messageFrameTokens

const isBlank = (char: string | undefined) => char !== undefined && /\s/.test(char)

/** Whether a sentence may be over before `at`. */
const endsSentence = (text: string, at: number): boolean => {
  if (/[。！？।۔]/.test(text[at - 1]!)) return true
  if (!isBlank(text[at])) return false
  let last = at - 1
  while (last > 0 && /["'”’»)*\]]/.test(text[last]!)) last--
  return /[.!?…]/.test(text[last]!)
}

type IsCut = (text: string, at: number) => boolean

/** In the order of preference. */
const cuts: readonly IsCut[] = [
  (text, at) => text[at] === '\n' || text[at - 1] === '\n',
  endsSentence,
  (text, at) => isBlank(text[at]) || isBlank(text[at - 1]),
]

/** The best place to end at or before `at`. */
const beginningOf = (text: string, at: number): number => {
  for (const isCut of cuts)
    for (let place = at; place > at * (1 - givenUpMax); place--) if (isCut(text, place)) return place
  return isInPair(text, at) ? at - 1 : at
}

/** The best place to begin at or after `at`. */
const endOf = (text: string, at: number): number => {
  for (const isCut of cuts)
    for (let place = at; place < at + (text.length - at) * givenUpMax; place++) if (isCut(text, place)) return place
  return isInPair(text, at) ? at + 1 : at
}

/** `at` would part the halves of a surrogate pair. */
const isInPair = (text: string, at: number): boolean => at > 0 && text.codePointAt(at - 1)! > 0xffff
