/** What the engine reads and returns. */
import type { EntryFields, EntryPosition, EntryRole, LoreSource } from '../domain/entry.ts'

export interface LoreEntry extends EntryFields {
  id: string
}

/** Where a book comes from decides who spends the budget first: chat, persona, then character and global. */
export type BookOrigin = 'chat' | 'persona' | 'character' | 'global'

export interface LoreBook {
  id: string
  origin: BookOrigin
  scanDepth: number | null
  tokenBudget: number | null
  recursive: boolean | null
  entries: readonly LoreEntry[]
}

export interface LoreMessage {
  /** The speaker. Keys are looked for in `name: text`. */
  name: string
  text: string
  /** Written by the character. The greeting counts. */
  isAnswer: boolean
}

export interface Budget {
  tokens: number
  countTokens(text: string): number
}

/** Chance depends on nothing else, so a preview agrees with the prompt. */
export interface Seed {
  chat: string
  message: string
}

export interface TimedEffect {
  /** Of the entry when it was used. A changed entry loses its effects. */
  hash: string
  /** The length of the chat, in messages, when the effect began. */
  start: number
  /** The effect ends when the chat has this length. */
  end: number
  /** Holds even if the chat is no longer than at the start. */
  protected: boolean
}

/** By entry key, `book.entry`. */
export type Effects = Readonly<Record<string, TimedEffect>>

/** The memory of a chat. Plain data for JSON. */
export interface LoreState {
  readonly sticky: Effects
  readonly cooldown: Effects
  /** Entries that a decorator keeps in, or out, after their first use. `end` has no meaning. */
  readonly once: Effects
}

export const emptyState: LoreState = { sticky: {}, cooldown: {}, once: {} }

/** Where a pattern was found. */
export interface PatternHit {
  /** The smallest number of newest messages that contain a match. Infinity: none. */
  messages: number
  sources: ReadonlySet<LoreSource>
  /** Marked notes contain a match. */
  inNotes: boolean
  /** Keys of the entries whose texts contain a match. */
  entries: ReadonlySet<string>
}

/** The results of regular expressions, which run before the engine (`match_patterns.ts`). */
export interface PatternMatches {
  /** By pattern with flags, as `patternId` gives it. Missing patterns match nothing. */
  hits: ReadonlyMap<string, PatternHit>
  /** Books whose patterns exceeded the deadline. Their pattern keys are left out. */
  slowBooks: ReadonlySet<string>
}

export const noMatches: PatternMatches = { hits: new Map(), slowBooks: new Set() }

/** Settings of an activation. The defaults are those that SillyTavern ships. */
export interface ActivationSettings {
  /** Messages that are read. */
  scanDepth: number
  recursive: boolean
  /** Passes, the first one included. 0: until nothing new is found. Any other value turns `activationsMin` off. */
  stepsMax: number
  /** While fewer entries are used, one more message is read. */
  activationsMin: number
  /** The most messages that `activationsMin` reads. 0: all. */
  activationsDepthMax: number
  caseSensitive: boolean
  wholeWords: boolean
  groupScoring: boolean
  /** Whether books of the character and global ones compete, or one of them goes first. */
  strategy: 'mixed' | 'character_first' | 'global_first'
}

export const defaultSettings: ActivationSettings = {
  scanDepth: 2,
  recursive: true,
  stepsMax: 0,
  activationsMin: 0,
  activationsDepthMax: 0,
  caseSensitive: false,
  wholeWords: true,
  groupScoring: false,
  strategy: 'mixed',
}

/** The situation of the chat beyond its messages. */
export interface ActivationContext {
  /** The length of the chat, if `messages` has only its end. */
  chatLength: number
  /** The number of the character's messages in the whole chat. */
  answers: number
  /** Of the character, for filters. */
  names: readonly string[]
  tags: readonly string[]
  sources: Partial<Record<LoreSource, string>>
  /** Notes that are marked for scanning. */
  notes: readonly string[]
  /** The greeting with which the chat began; 0 is the first message. Null: unknown. */
  greeting: number | null
  /** The name of the user's icon. */
  userIcon: string | null
}

export interface Activation {
  books: readonly LoreBook[]
  /** Oldest first. At least as many of the newest as any entry reads. */
  messages: readonly LoreMessage[]
  state: LoreState
  budget: Budget
  seed: Seed
  settings?: Partial<ActivationSettings>
  context?: Partial<ActivationContext>
  patterns?: PatternMatches
  /** Fills macros. Pure. */
  fill?: (text: string) => string
}

/** A key that was found. `inEntry` is the key of the used entry whose text has it, unless a message or another text has it. */
export interface FoundKey {
  key: string
  inEntry?: string
}

/** Why an entry is used. */
export type UseReason =
  | ({ kind: 'key' } & FoundKey)
  /** Always on, or `@@activate`. */
  | { kind: 'constant' | 'activate' }
  /** Still in from an earlier message, or for good. */
  | { kind: 'sticky' | 'kept' }

export type LeaveReason =
  | { kind: 'disabled' | 'not_supported' | 'never' | 'used_before' }
  /** The filter excludes this character; the greeting or icon is another one. */
  | { kind: 'character' | 'greeting' | 'user_icon' }
  /** The chat is too short, or the turn isn't the entry's. */
  | { kind: 'delay' | 'turn' }
  | { kind: 'cooldown' }
  | { kind: 'recursion_only' | 'no_keys' | 'no_key_found' | 'too_slow' }
  /** The key was found, but the further keys or an excluded key decided against it. */
  | ({ kind: 'further_keys' } & FoundKey)
  | ({ kind: 'excluded_key' } & FoundKey)
  | { kind: 'group'; group: string }
  | { kind: 'chance'; probability: number }
  | { kind: 'budget' | 'book_budget'; tokens: number }

/** `reverse_depth` counts messages from the start of the chat. */
export type Place =
  | { kind: Exclude<EntryPosition, 'at_depth' | 'outlet'> }
  | { kind: 'at_depth' | 'reverse_depth'; depth: number; role: EntryRole }

export interface UsedEntry {
  bookId: string
  entryId: string
  because: UseReason
  place: Place
  order: number
  /** Without decorators, with macros filled. Empty texts insert nothing. */
  content: string
  tokens: number
}

export interface LeftEntry {
  bookId: string
  entryId: string
  because: LeaveReason
}

/** A text of the card that an entry replaces. */
export type DroppedPrompt = 'system_prompt' | 'post_history_instructions'

export interface RereadText {
  /** The entry's key. */
  key: string
  text: string
}

export interface ActivationResult {
  /** In the order of the prompt: within a place, the first one stands first. */
  used: UsedEntry[]
  /** In the order of the books. Each entry is in one of the lists. */
  left: LeftEntry[]
  state: LoreState
  /** Tokens of the used entries. */
  tokens: number
  /** The texts of entries that were read for further keys, in this order. */
  reread: RereadText[]
  droppedPrompts: DroppedPrompt[]
}
