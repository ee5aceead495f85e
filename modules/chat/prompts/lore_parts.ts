import type { Place, UsedEntry } from '#modules/lore/api'
import { isBlank } from '#modules/kernel/text'
import type { ModelMessage } from '#plugins/contract/model'

/** An entry of a lorebook for a prompt, with its macros filled in. */
export type PromptLore = Pick<UsedEntry, 'place' | 'order' | 'content' | 'tokens'> & {
  /** The user may not read the entry. */
  isHidden?: boolean
  /** The entry is from a lorebook of the character. */
  isCreators?: boolean
}

/** The place of entries: in the system prompt, around the author's note, or `depth` messages before the end. */
export type LoreSlot =
  | 'before'
  | 'after'
  | 'before_examples'
  | 'after_examples'
  | 'note_top'
  | 'note_bottom'
  | { depth: number; role: ModelMessage['role'] }

/** The depth of the author's note in SillyTavern by default. Entries around a missing note have the same depth. */
export const noteDepth = 4

/** Leaves out entries, the lowest order first, until the rest fits into `room` tokens. */
export const fitLore = <Entry extends Pick<PromptLore, 'order' | 'tokens'>>(
  entries: readonly Entry[],
  room: number
): Entry[] => {
  let excess = entries.reduce((sum, { tokens }) => sum + tokens, 0) - room
  if (excess <= 0) return [...entries]
  const left = new Set<Entry>()
  for (const entry of entries.toSorted((a, b) => a.order - b.order)) {
    if (excess <= 0) break
    left.add(entry)
    excess -= entry.tokens
  }
  return entries.filter((entry) => !left.has(entry))
}

/** Groups entries by slot, in the order of the entries. `messages`: the number of messages in the history. */
export const groupLore = <Entry extends PromptLore>(
  entries: readonly Entry[],
  messages: number
): { slot: LoreSlot; text: string; entries: Entry[] }[] => {
  const groups = new Map<string, { slot: LoreSlot; entries: Entry[] }>()
  for (const entry of entries) {
    if (isBlank(entry.content)) continue
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

/**
 * Returns the place of a text among the messages. Models accept no system message within a conversation, and the last message must not be
 * the assistant's.
 */
export const atDepth = (depth: number, role: 'system' | 'user' | 'assistant') => {
  return { depth, role: role === 'assistant' && depth > 0 ? ('assistant' as const) : ('user' as const) }
}
