import { clipText } from './clip_text.ts'
import { hiddenStepTokens, roundDownHidden } from './hidden_texts.ts'

/** A text of the system prompt that may be shortened. */
export interface FittablePart {
  text: string
  /** Counts the tokens of a text with the marks around it. */
  tokensOf: (text: string) => number
  /** The share of the room that the text keeps as long as others can be shortened. */
  share: number
  /** The tokens that are reserved for a hidden text, whatever its length. They are reduced in steps. */
  reserved?: number
}

/** The minimum tokens of a shortened text. A text that would be shorter is left out. */
const keptTokensMin = 12

/**
 * Shortens texts in the given order until all of them fit into `room` tokens: first down to their shares, then, if that isn't enough,
 * further down to nothing. `ratio`: the factor between tokens and plain estimates.
 */
export const fitParts = <Part extends FittablePart>(parts: readonly Part[], room: number, ratio: number): Part[] => {
  const fitted = parts.map((part) => ({ part, tokens: part.reserved ?? part.tokensOf(part.text) }))
  let excess = fitted.reduce((sum, { tokens }) => sum + tokens, 0) - room
  for (const isLastResort of [false, true])
    for (const entry of fitted) {
      if (excess <= 0) break
      const { part, tokens } = entry
      const target = Math.max(isLastResort ? 0 : part.share * room, tokens - excess)
      if (target >= tokens) continue
      if (part.reserved === undefined) {
        const text = clippedTo(part, target, ratio)
        entry.part = { ...part, text }
        entry.tokens = part.tokensOf(text)
      } else {
        const reserved = Math.max(roundDownHidden(target), isLastResort ? 0 : Math.min(hiddenStepTokens, tokens))
        entry.part = { ...part, reserved }
        entry.tokens = reserved
      }
      excess -= tokens - entry.tokens
    }
  return fitted.map(({ part }) => {
    const { text, reserved, tokensOf } = part
    if (reserved === undefined || tokensOf(text) <= reserved) return part
    return { ...part, text: clippedTo(part, reserved, ratio) }
  })
}

const clippedTo = ({ text, tokensOf }: FittablePart, tokens: number, ratio: number): string => {
  const around = tokensOf('x')
  const room = Math.floor((tokens - around) / ratio)
  return room < keptTokensMin ? '' : clipText(text, room)
}
