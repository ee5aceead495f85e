import { clipText } from './clip_text.ts'

/** A text of the system prompt that may be shortened. */
export interface FittablePart {
  text: string
  /** With what stands around the text. */
  tokensOf: (text: string) => number
  /** The share of the room that it keeps while others can still give way. */
  share: number
}

/** Less of a text than this says nothing. */
const worthKeeping = 12

/**
 * Shortens texts until all of them together take at most `room` tokens, in the order given: each first down to its share, then, where even
 * the shares are too much, away. `ratio` is what the tokens are multiplied by against the plain estimate.
 */
export const fitParts = <Part extends FittablePart>(parts: readonly Part[], room: number, ratio: number): Part[] => {
  const fitted = parts.map((part) => ({ part, tokens: part.tokensOf(part.text) }))
  let excess = fitted.reduce((sum, { tokens }) => sum + tokens, 0) - room
  for (const isLastResort of [false, true])
    for (const entry of fitted) {
      if (excess <= 0) break
      const { part, tokens } = entry
      const target = Math.max(isLastResort ? 0 : part.share * room, tokens - excess)
      if (target >= tokens) continue
      const text = clippedTo(part, target, ratio)
      entry.part = { ...part, text }
      entry.tokens = part.tokensOf(text)
      excess -= tokens - entry.tokens
    }
  return fitted.map(({ part }) => part)
}

const clippedTo = ({ text, tokensOf }: FittablePart, tokens: number, ratio: number): string => {
  const around = tokensOf('x')
  const room = Math.floor((tokens - around) / ratio)
  return room < worthKeeping ? '' : clipText(text, room)
}
