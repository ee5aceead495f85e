import { limits } from '../domain/limits.ts'

/** Bounds of one prompt. */
export const engineLimits = {
  /** The number of messages that an entry can read. */
  scanDepthMax: 1_000,
  /** The length of the chat that is read, in UTF-16 units. Older messages are left out. */
  chatUnitsMax: 300_000,
  /** The length of the texts of other entries that are read, in UTF-16 units. */
  rereadUnitsMax: 300_000,
  /** The number of passes that read new texts or reach a recursion level, including the first pass. */
  passesMax: 10,
  /** The number of lines with decorators at the start of a text. */
  decoratorsMax: 100,
  /** The number of keys in a decorator, and their length, as in the lists of an entry. */
  decoratorKeysMax: limits.keysMax,
  decoratorKeyMax: limits.keyMax,
  /** The timed effects of a chat, of each kind. */
  effectsMax: 2_000,
  /** The limit of an entry's searches and fillings, in searched UTF-16 units. */
  entryUnitsMax: 2_000_000,
  /** Limits of `Work`. A character's lorebooks and those of the user have the same limits, but don't share them. */
  work: {
    /** Keys and names of filters that are prepared. */
    keys: 100_000,
    /** Keys that are looked for, in all passes. */
    looks: 1_000_000,
    /** UTF-16 units of keys and texts in which macros are filled. */
    filled: 1_000_000,
    /** UTF-16 units that are searched for keys which the index of words and sequences doesn't rule out. Long keys weigh more. */
    searched: 20_000_000,
    /** Entries that are used. */
    entries: 500,
  },
} as const
