import type { Place, UsedEntry } from '#modules/lore/api'
import type { ModelMessage } from '#plugins/contract/model'

/** An entry of a lorebook for a prompt, with its macros filled in. */
export type PromptLore = Pick<UsedEntry, 'place' | 'order' | 'content' | 'tokens'> & {
  /** The user may not read it. */
  isHidden?: boolean
}

/** Where entries stand: in the system prompt, or `depth` messages before the end. */
export type LoreSlot =
  | 'before'
  | 'after'
  | 'before_examples'
  | 'after_examples'
  | 'note_top'
  | 'note_bottom'
  | { depth: number; role: ModelMessage['role'] }

/** Notes of authors stand this deep in SillyTavern, and so do entries around a missing one. */
export const noteDepth = 4

/** Without the entries that don't fit into `room` tokens, the ones of the lowest order first. */
export const fitLore = <Entry extends Pick<PromptLore, 'order' | 'tokens'>>(
  entries: readonly Entry[],
  room: number
): readonly Entry[] => {
  let excess = entries.reduce((sum, { tokens }) => sum + tokens, 0) - room
  if (excess <= 0) return entries
  const left = new Set<Entry>()
  for (const entry of entries.toSorted((a, b) => a.order - b.order)) {
    if (excess <= 0) break
    left.add(entry)
    excess -= entry.tokens
  }
  return entries.filter((entry) => !left.has(entry))
}

/** The texts of each slot, in the order of the entries. `messages`: how many the prompt has. */
export const groupLore = <Entry extends PromptLore>(
  entries: readonly Entry[],
  messages: number
): { slot: LoreSlot; text: string; entries: Entry[] }[] => {
  const groups = new Map<string, { slot: LoreSlot; entries: Entry[] }>()
  for (const entry of entries) {
    if (entry.content.trim() === '') continue
    const slot = slotOf(entry.place, messages)
    const key = typeof slot === 'string' ? slot : `${slot.depth} ${slot.role}`
    const group = groups.get(key) ?? { slot, entries: [] }
    groups.set(key, group)
    group.entries.push(entry)
  }
  return [...groups.values()].map(({ slot, entries }) => {
    return { slot, text: entries.map(({ content }) => content.trim()).join('\n'), entries }
  })
}

const slotOf = (place: Place, messages: number): LoreSlot => {
  switch (place.kind) {
    case 'before_char':
      return 'before'
    case 'before_examples':
    case 'after_examples':
    case 'note_top':
    case 'note_bottom':
      return place.kind
    case 'at_depth':
      return atDepth(place.depth, place.role)
    case 'reverse_depth':
      return atDepth(Math.max(0, messages - place.depth), place.role)
    default:
      return 'after'
  }
}

/** Models have no system message within a conversation, and the last message must not be the assistant's. */
export const atDepth = (depth: number, role: 'system' | 'user' | 'assistant') => {
  return { depth, role: role === 'assistant' && depth > 0 ? ('assistant' as const) : ('user' as const) }
}
