/** The types that the engine reads and returns. */
import type { EntryFields, EntryPosition, EntryRole, LoreSource } from '../domain/entry.ts'

export interface LoreEntry extends EntryFields {
  id: string
}

/**
 * The origin of a book. It determines who spends the budget first: books of the chat, then the persona, then the character and global
 * books.
 */
export type BookOrigin = 'chat' | 'persona' | 'character' | 'global'

export interface LoreBook {
  id: string
  origin: BookOrigin
  scanDepth: number | null
  tokenBudget: number | null
  recursive: boolean | null
  entries: readonly LoreEntry[]
  /** The book has no entries here, because the lorebooks of the prompt exceed their limits. */
  leftOut?: { name: string }
}

export interface LoreMessage {
  /** The speaker. Keys are matched against `name: text`. */
  name: string
  text: string
  /** Whether the character wrote the message. True for the greeting. */
  isAnswer: boolean
}

export interface Budget {
  tokens: number
  countTokens(text: string): number
}

/** The seed of chance. Chance depends on nothing else, so a preview agrees with the prompt. */
export interface Seed {
  chat: string
  message: string
}

export interface TimedEffect {
  /** The hash of the entry when it was used. A changed entry loses its effects. */
  hash: string
  /** The length of the chat, in messages, when the effect began. */
  start: number
  /** The effect ends when the chat has this length. */
  end: number
  /** Whether the effect stays while the chat has no more messages than at the start. */
  protected: boolean
}

/** Effects by entry key (`book.entry`). */
export type Effects = Readonly<Record<string, TimedEffect>>

/** The timed effects of a chat. Plain data for JSON. */
export interface LoreState {
  readonly sticky: Effects
  readonly cooldown: Effects
  /** Entries that a decorator keeps in, or out, after their first use. `end` has no meaning. */
  readonly once: Effects
}

export const emptyState: LoreState = { sticky: {}, cooldown: {}, once: {} }

/** The matches of a pattern. */
export interface PatternHit {
  /** The smallest number of newest messages that contain a match. Infinity if no message matches. */
  messages: number
  sources: ReadonlySet<LoreSource>
  /** Whether notes that are marked for scanning contain a match. */
  inNotes: boolean
  /** The entry keys of the used entries whose texts contain a match. */
  entries: ReadonlySet<string>
}

/** The results of regular expressions, which run before the engine (`match_patterns.ts`). */
export interface PatternMatches {
  /** The hits by `patternId`. Missing patterns match nothing. */
  hits: ReadonlyMap<string, PatternHit>
  /** The books whose patterns weren't matched, by id, and why. Their pattern keys match nothing. */
  unmatched: ReadonlyMap<string, 'too_slow' | 'busy'>
}

export const noMatches: PatternMatches = { hits: new Map(), unmatched: new Map() }

/** Settings of an activation. The defaults are those that SillyTavern ships. */
export interface ActivationSettings {
  /** The number of newest messages to search. */
  scanDepth: number
  recursive: boolean
  /** The maximum number of passes, including the first one. 0: until nothing new is found. Any other value turns `activationsMin` off. */
  stepsMax: number
  /** While fewer entries are used, the engine reads one more message. */
  activationsMin: number
  /** The maximum number of messages to read for `activationsMin`. 0: all messages. */
  activationsDepthMax: number
  caseSensitive: boolean
  wholeWords: boolean
  groupScoring: boolean
  /** Whether the character's books and the global books compete, or which of them spend the budget first. */
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

/** The context of the chat, besides its messages. */
export interface ActivationContext {
  /** The number of messages in the whole chat. `messages` may have only its end. */
  chatLength: number
  /** The number of the character's messages in the whole chat. */
  answers: number
  /** The character's names, for filters. */
  names: readonly string[]
  /** The character's tags, for filters. */
  tags: readonly string[]
  sources: Partial<Record<LoreSource, string>>
  /** Notes that are marked for scanning. */
  notes: readonly string[]
  /** The index of the greeting with which the chat began. 0 is the first message of the card. Null: unknown. */
  greeting: number | null
  /** The name of the user's icon. */
  userIcon: string | null
}

export interface Activation {
  books: readonly LoreBook[]
  /** The newest messages, oldest first: at least as many as any entry reads. */
  messages: readonly LoreMessage[]
  state: LoreState
  budget: Budget
  seed: Seed
  settings?: Partial<ActivationSettings>
  context?: Partial<ActivationContext>
  patterns?: PatternMatches
  /** Fills macros. Must be pure. */
  fill?: (text: string) => string
}

/** A key that was found. `inEntry` is the entry key of the used entry whose text has it. Undefined if a message, note or source has it. */
export interface FoundKey {
  key: string
  inEntry?: string
}

/** Why an entry is used. */
interface KeyReason<Kind> extends FoundKey {
  kind: Kind
}

export type UseReason =
  | KeyReason<'key'>
  /** The entry is always on, or has the decorator `@@activate`. */
  | { kind: 'constant' | 'activate' }
  /** An earlier message activated the entry, for some messages or for good. */
  | { kind: 'sticky' | 'kept' }

export type LeaveReason =
  | { kind: 'disabled' | 'not_supported' | 'never' | 'used_before' }
  /** The filter excludes this character, or the chat has another greeting or icon. */
  | { kind: 'character' | 'greeting' | 'user_icon' }
  /** The chat is too short, or it isn't the entry's turn. */
  | { kind: 'delay' | 'turn' }
  | { kind: 'cooldown' }
  | { kind: 'recursion_only' | 'no_keys' | 'no_key_found' | 'too_slow' }
  /** The process was busy with patterns, or the prompt's lorebooks take more work than one prompt may take. */
  | { kind: 'busy' | 'over_limit' }
  /** The key was found, but the further keys or an excluded key decided against it. */
  | KeyReason<'further_keys' | 'excluded_key'>
  | { kind: 'group'; group: string }
  | { kind: 'chance'; probability: number }
  | { kind: 'budget' | 'book_budget'; tokens: number }

/** A place in the prompt. `reverse_depth` counts messages from the start of the chat. */
export type PromptPosition =
  | { kind: Exclude<EntryPosition, 'at_depth' | 'outlet'> }
  | { kind: 'at_depth' | 'reverse_depth'; depth: number; role: EntryRole }

export interface UsedEntry {
  bookId: string
  entryId: string
  because: UseReason
  place: PromptPosition
  order: number
  /** The text without decorators, with macros filled. An empty text inserts nothing. */
  content: string
  tokens: number
}

export interface LeftEntry {
  bookId: string
  entryId: string
  because: LeaveReason
}

/** A prompt of the card that an entry removes (`@@disable_ui_prompt`). */
export type DroppedPrompt = 'system_prompt' | 'post_history_instructions'

export interface RereadText {
  /** The entry's key. */
  key: string
  text: string
}

export interface ActivationResult {
  /** The used entries. Within a place, they are in the order of the prompt. */
  used: UsedEntry[]
  /** The other entries, in the order of the books. Each entry is in exactly one of the lists. */
  left: LeftEntry[]
  state: LoreState
  /** The total number of tokens of the used entries. */
  tokens: number
  /** The texts of used entries that were searched for keys, in this order. */
  reread: RereadText[]
  droppedPrompts: DroppedPrompt[]
}
