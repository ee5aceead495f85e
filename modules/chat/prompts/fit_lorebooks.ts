import { inertText } from './inert_text.ts'
import { roundDownHidden, roundUpHidden } from './hidden_texts.ts'
import { fitLore, groupLore, type LoreSlot, type PromptLore } from './lore_parts.ts'
import { shares, type Planning } from './planning.ts'
import { sumOf, type MessagePosition, type PromptPart } from './prompt_plan.ts'
import { loreTitle, section } from './prompt_texts.ts'

/** The entries of lorebooks that fit. */
export interface FittedLore {
  parts: LorePart[]
  tokens: number
  /** The tokens of the entries that are left out. */
  cutTokens: number
}

interface LorePart {
  slot: LoreSlot
  /** The text without the marks of its section. */
  content: string
  part: PromptPart[]
}

/** Hidden entries have reserved tokens. If there isn't room for all entries, open and hidden ones each keep at least half of it. */
export const fitLorebooks = ({ input, counter, room, messages }: Planning, newestTokens: number): FittedLore => {
  const offered = (input.lore ?? [])
    .filter((entry) => !(input.isImpersonated && isCreatorsInsert(entry)))
    .map((entry) => {
      const content = inertText(entry.content)
      return { ...entry, content, tokens: counter.tokensOf(content) }
    })
  const open = offered.filter(({ isHidden }) => !isHidden)
  const hidden = offered.filter(({ isHidden }) => isHidden)
  const loreRoom = Math.min(room * shares.lore, room - newestTokens - room * (shares.textsMin + shares.older))
  const hiddenWanted = roundUpHidden((input.hiddenLoreTokens ?? 0) * counter.ratio)
  const hiddenRoom = Math.max(loreRoom / 2, loreRoom - sumOf(open))
  const hiddenTokens = Math.min(hiddenWanted, roundDownHidden(hiddenRoom))
  const fitted = fitLore(open, loreRoom - hiddenTokens)
  // The marks of their sections are within the reserved tokens.
  const marks = groupLore(hidden, messages).length * counter.tokensOf(...section(loreTitle, 'x'))
  const fittedHidden = fitLore(hidden, hiddenTokens - marks)
  const parts = [...groupLore(fittedHidden, messages), ...groupLore(fitted, messages)].map(
    ({ slot, text, entries }): LorePart => ({
      slot,
      content: text,
      part: counter.part('lore', loreTitle, section(loreTitle, text)).map((part) => ({
        ...part,
        ...(entries.some(({ isHidden }) => isHidden) && { tokens: 0, isHidden: true as const }),
      })),
    })
  )
  if (hiddenTokens > 0) parts.unshift(reservedPart(hiddenTokens))
  const cutTokens = sumOf(open) - sumOf(fitted) + hiddenWanted - hiddenTokens
  return { parts, tokens: sumOf(parts.flatMap(({ part }) => part)), cutTokens }
}

const reservedPart = (tokens: number): LorePart => ({
  slot: 'before',
  content: '',
  part: [{ kind: 'lore', title: loreTitle, text: '', tokens, isHidden: true }],
})

/** Places the entries of a slot. In the assistant's role they have no marks, because models imitate their own messages. */
export const placedLore = ({ part, content }: LorePart, { counter }: Planning, place?: MessagePosition): PromptPart[] =>
  part.map((lore) => {
    if (place?.role !== 'assistant') return { ...lore, ...(place && { place }) }
    return { ...lore, text: content, place, ...(!lore.isHidden && { tokens: counter.tokensOf(content) }) }
  })

/** Whether an entry of the creator is among the messages, where creators put instructions for the character's next answer. */
const isCreatorsInsert = ({ isCreators, place }: PromptLore): boolean =>
  isCreators === true && (place.kind === 'at_depth' || place.kind === 'reverse_depth')
