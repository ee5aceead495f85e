/** The fields of a lorebook and its entries, as stored, sent and read by the engine. Runs in a browser. */

/** How the further keys decide: any of them found, one missing, none found, all found. */
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

/** Restricts an entry to characters with one of these names or tags, or excludes those. Empty lists don't restrict. */
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
  /** Used without a key. */
  constant: boolean
  /** The highest spends the budget first; within a place of the prompt, the lowest stands first. */
  order: number
  /** The lowest is dropped first when the book exceeds its own budget. Null: `order` decides. */
  priority: number | null
  ignoreBudget: boolean
  position: EntryPosition
  /** Messages from the end, for `at_depth`. 0 is after the last message. */
  depth: number
  /** For `at_depth`. */
  role: EntryRole
  outletName: string
  /** Null: the setting of the activation. */
  caseSensitive: boolean | null
  /** Null: the setting of the activation. */
  wholeWords: boolean | null
  /** Every key is a pattern, also without slashes. */
  useRegex: boolean
  /** Messages in which keys are looked for. 0: only texts of other entries. Null: the book's. */
  scanDepth: number | null
  /** In percent. */
  probability: number
  /** Not found by the texts of other entries. */
  excludeRecursion: boolean
  /** Its text doesn't lead to other entries. */
  preventRecursion: boolean
  /** Found only by texts of other entries, from this level on. 0: also found in the chat. */
  delayUntilRecursion: number
  groups: string[]
  /** Wins in its groups by order instead of by chance. */
  groupOverride: boolean
  groupWeight: number
  /** Only the entries with the most keys found stay in a group. Null: the setting of the activation. */
  groupScoring: boolean | null
  /** In messages: stays in after use. */
  sticky: number
  /** In messages: stays out after use, or after `sticky` ends. */
  cooldown: number
  /** Out while the chat has fewer messages. */
  delay: number
  characterFilter: CharacterFilter | null
  alsoReads: LoreSource[]
}

export interface BookFields {
  name: string
  description: string
  /** Messages in which keys are looked for. Null: the setting of the activation. */
  scanDepth: number | null
  /** In tokens. Null: only the common budget limits the book. */
  tokenBudget: number | null
  /** Entries find one another by their texts. Null: the setting of the activation. */
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
  /** Its entries can join all chats of its owner. */
  alwaysOn: boolean
}

export const blankLorebook: LorebookFields = { ...blankBook, alwaysOn: false }
