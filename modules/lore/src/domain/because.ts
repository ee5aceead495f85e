import type { FoundKey, LeaveReason, UseReason } from '../engine/types.ts'

/** Returns why an entry is used, as a sentence for users. */
export const whyUsed = (reason: UseReason): string => {
  switch (reason.kind) {
    case 'key':
      return reason.inEntry === undefined
        ? `The key “${reason.key}” is in the text.`
        : `The key “${reason.key}” is in the text of another entry.`
    case 'constant':
      return 'The entry is always on.'
    case 'activate':
      return 'The decorator @@activate turns it on.'
    case 'sticky':
      return 'It was used before and is still sticky.'
    case 'kept':
      return 'It was used before and stays on.'
  }
}

const leaveSentences = {
  disabled: 'The entry is turned off.',
  not_supported: 'Facet keeps outlets, but doesn’t insert them.',
  never: 'The decorator @@dont_activate turns it off.',
  used_before: 'It was used before and doesn’t come back.',
  character: 'The filter excludes this character.',
  greeting: 'It belongs to another greeting.',
  user_icon: 'It belongs to another icon of the user.',
  delay: 'The chat doesn’t have enough messages yet.',
  turn: 'It is not the entry’s turn.',
  cooldown: 'The entry is cooling down.',
  recursion_only: 'Only texts of other entries can find it.',
  no_keys: 'The entry has no key.',
  no_key_found: 'No key is in the text.',
  too_slow: 'The patterns of this lorebook take too long. Simplify them.',
  busy: 'The server was too busy to match the patterns of this lorebook.',
  over_limit: 'The lorebooks of this chat are larger than one reply can read. Turn off some entries or books.',
} as const

/** Returns why an entry is left out, as a sentence for users. */
export const whyLeft = (reason: LeaveReason): string => {
  switch (reason.kind) {
    case 'further_keys':
      return `The key “${reason.key}” is in the text, but the further keys decide against it.`
    case 'excluded_key':
      return `The text has the excluded key “${reason.key}”.`
    case 'group':
      return `Another entry of the group “${reason.group}” is used.`
    case 'chance':
      return `Chance decided against it (${reason.probability} %).`
    case 'budget':
      return `Its ${reason.tokens} tokens don’t fit into the budget.`
    case 'book_budget':
      return `Its ${reason.tokens} tokens don’t fit into the book’s budget.`
    default:
      return leaveSentences[reason.kind]
  }
}

/** Explains why an entry is used or left out. `inEntry` is the entry key of the entry whose text contains `key`. */
export const explain = (reason: UseReason | LeaveReason): { sentence: string } & Partial<FoundKey> => {
  const found = 'key' in reason && { key: reason.key, ...(reason.inEntry !== undefined && { inEntry: reason.inEntry }) }
  return { sentence: isUsed(reason) ? whyUsed(reason) : whyLeft(reason), ...found }
}

const isUsed = (reason: UseReason | LeaveReason): reason is UseReason =>
  ['key', 'constant', 'activate', 'sticky', 'kept'].includes(reason.kind)
