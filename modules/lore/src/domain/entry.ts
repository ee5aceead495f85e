/** The fields of lorebooks and their entries, as stored, sent and read by the engine. Also runs in browsers. */

/** The conditions on the further keys: any key found, at least one key missing, no key found, all keys found. */
export const keyLogics = ['and_any', 'not_all', 'not_any', 'and_all'] as const
export type KeyLogic = (typeof keyLogics)[number]

/** `after_personality` and `after_scenario` come from the decorator `@@position`. Outlets are kept, but not inserted. */
export const entryPositions = [
  'before_char',
  'after_char',
  'after_personality',
  'after_scenario',
  'before_examples',
  'after_examples',
  'note_top',
  'note_bottom',
  'at_depth',
  'outlet',
] as const
export type EntryPosition = (typeof entryPositions)[number]

export const entryRoles = ['system', 'user', 'assistant'] as const
export type EntryRole = (typeof entryRoles)[number]

/** Texts besides the chat in which an entry can look for its keys. */
export const loreSources = [
  'personaDescription',
  'characterDescription',
  'characterPersonality',
  'characterDepthNote',
  'scenario',
  'creatorNotes',
] as const
export type LoreSource = (typeof loreSources)[number]

/**
 * Restricts an entry to characters with one of the names and one of the tags. With `exclude`, it excludes characters with any of the names
 * or tags. An empty list doesn't restrict.
 */
export interface CharacterFilter {
  exclude: boolean
  names: string[]
  tags: string[]
}

export interface EntryFields {
  /** A label for the author. Never in a prompt. */
  name: string
  /** Plain texts, or `/pattern/flags`. */
  keys: string[]
  /** Used only if `selective` is true. */
  secondaryKeys: string[]
  selective: boolean
  logic: KeyLogic
  /** May begin with decorators (`@@name value`). */
  content: string
  enabled: boolean
  /** Whether the entry is used without a key. */
  constant: boolean
  /**
   * The entry with the highest order spends the budget first. Within a place of the prompt, the entry with the lowest order comes first.
   */
  order: number
  /** When the book exceeds its own budget, the entry with the lowest priority is dropped first. Null: `order` is used instead. */
  priority: number | null
  ignoreBudget: boolean
  position: EntryPosition
  /** For `at_depth`: the number of messages that follow the entry. 0: the entry comes after the last message. */
  depth: number
  /** The role of the text at a depth. */
  role: EntryRole
  outletName: string
  /** Null: the setting of the activation applies. */
  caseSensitive: boolean | null
  /** Null: the setting of the activation applies. */
  wholeWords: boolean | null
  /** Whether every key is a pattern, even without slashes. */
  useRegex: boolean
  /** The number of newest messages to search for keys. 0: no messages, only other texts. Null: the book's setting applies. */
  scanDepth: number | null
  /** In percent. */
  probability: number
  /** Whether the entry ignores the texts of other entries. */
  excludeRecursion: boolean
  /** Whether other entries ignore the entry's text. */
  preventRecursion: boolean
  /** If above 0, the entry is checked only in passes over texts of other entries, from this recursion level on. 0: in all passes. */
  delayUntilRecursion: number
  groups: string[]
  /** Whether the entry wins its groups by order instead of by chance. */
  groupOverride: boolean
  groupWeight: number
  /** Whether the entry can win a group only if no other member has more keys found. Null: the setting of the activation applies. */
  groupScoring: boolean | null
  /** The number of messages for which the entry stays active after use. */
  sticky: number
  /** The number of messages for which the entry stays out after use, or after `sticky` has ended. */
  cooldown: number
  /** The entry stays out while the chat has fewer messages. */
  delay: number
  characterFilter: CharacterFilter | null
  alsoReads: LoreSource[]
}

export interface BookFields {
  name: string
  description: string
  /** The number of newest messages to search for keys. Null: the setting of the activation applies. */
  scanDepth: number | null
  /** In tokens. Null: only the common budget limits the book. */
  tokenBudget: number | null
  /** Whether entries activate one another through their texts. Null: the setting of the activation applies. */
  recursive: boolean | null
}

/** A new entry without keys. */
export const blankEntry: EntryFields = {
  name: '',
  keys: [],
  secondaryKeys: [],
  selective: false,
  logic: 'and_any',
  content: '',
  enabled: true,
  constant: false,
  order: 100,
  priority: null,
  ignoreBudget: false,
  position: 'before_char',
  depth: 4,
  role: 'system',
  outletName: '',
  caseSensitive: null,
  wholeWords: null,
  useRegex: false,
  scanDepth: null,
  probability: 100,
  excludeRecursion: false,
  preventRecursion: false,
  delayUntilRecursion: 0,
  groups: [],
  groupOverride: false,
  groupWeight: 100,
  groupScoring: null,
  sticky: 0,
  cooldown: 0,
  delay: 0,
  characterFilter: null,
  alsoReads: [],
}

export const blankBook: BookFields = {
  name: '',
  description: '',
  scanDepth: null,
  tokenBudget: null,
  recursive: null,
}

/** The fields of a stored lorebook. Files have no `alwaysOn`. */
export interface LorebookFields extends BookFields {
  /** Whether the book applies to all chats of its owner. */
  alwaysOn: boolean
}

export const blankLorebook: LorebookFields = { ...blankBook, alwaysOn: false }
