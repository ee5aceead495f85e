import type { FittedLore } from './fit_lorebooks.ts'
import { roundDownHidden } from './hidden_texts.ts'
import { shares, type Planning } from './planning.ts'
import type { PromptPart } from './prompt_plan.ts'
import { exampleTitle, section } from './prompt_texts.ts'

interface FittedExamples {
  /** Null without an example that fits. */
  part: PromptPart | null
  /** The tokens of the examples that are left out. */
  cutTokens: number
}

/** Fits examples into what the texts and the whole history leave. `isWhole`: no message is cut or left out. */
export const fitExamples = (
  { input, materials: { names, examples, hidden }, counter, room }: Planning,
  { fixedTokens, historyTokens, isWhole }: { fixedTokens: number; historyTokens: number; isWhole: boolean }
): FittedExamples => {
  const isHidden = hidden.has('exampleDialogue')
  const title = exampleTitle(names)
  const wanted = isHidden ? counter.reservedFor(title, input.sheet.exampleDialogue ?? '') : 0
  if ((examples.length === 0 && wanted === 0) || input.isImpersonated) return { part: null, cutTokens: 0 }
  const titled = (count: number) => section(title, examples.slice(0, count).join('\n\n'))
  const tokensWith = (count: number) => counter.tokensOf(...titled(count))
  // Examples are removed in steps like the history, so that the beginning of prompts stays the same.
  const block = room * shares.block
  const left = room - fixedTokens - Math.ceil(historyTokens / block) * block
  const reserved = Math.min(wanted, isWhole ? roundDownHidden(left) : 0)
  const roomForBlocks = isHidden ? reserved : left
  const shown = isWhole ? countFitting(examples.length, (count) => tokensWith(count) <= roomForBlocks) : 0
  const all = isHidden ? wanted : tokensWith(examples.length)
  const used = isHidden ? reserved : shown > 0 ? tokensWith(shown) : 0
  const text = shown > 0 ? titled(shown).join('') : ''
  return {
    part:
      used > 0 ? { kind: 'examples', title, text, tokens: used, ...(isHidden && { isHidden: true as const }) } : null,
    cutTokens: all - used,
  }
}

/** Inserts the examples before the entries of lorebooks that follow them, or else after the last part of the system prompt. */
export const insertExamples = (parts: PromptPart[], part: PromptPart, lore: FittedLore) => {
  const next = lore.parts.find(({ slot }) => slot === 'after_examples')?.part[0]?.text
  const at = parts.findIndex((each) => (next !== undefined && each.text === next) || each.place)
  parts.splice(at === -1 ? parts.length : at, 0, part)
}

/** Returns the largest count up to `max` for which `fits` holds. If it holds for a count, it must hold for all smaller counts. */
const countFitting = (max: number, fits: (count: number) => boolean): number => {
  if (fits(max)) return max
  let [low, high] = [0, max - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
