import type { LoreSource } from '../domain/entry.ts'

export interface PatternToMatch {
  id: string
  source: string
  flags: string
  /** The numbers of messages that entries with this pattern read. */
  depths: readonly number[]
}

/** The patterns of one book and the texts to match them against. */
export interface PatternJob {
  patterns: readonly PatternToMatch[]
  /** Newest first, as the engine reads them. */
  messages: readonly string[]
  sources: readonly (readonly [LoreSource, string])[]
  notes: readonly string[]
  /** Texts of entries, by entry key. */
  entries: readonly (readonly [string, string])[]
  /** The limit of CPU time. */
  deadlineMs: number
}

export interface FoundPattern {
  id: string
  /** The smallest number of newest messages with a match. Null if there is none. */
  messages: number | null
  sources: LoreSource[]
  inNotes: boolean
  entries: string[]
}

/** `too_slow`: there was no result before the deadline. `busy`: too many jobs wait. */
export type PatternAnswer = { found: FoundPattern[]; tookMs: number } | { unmatched: 'too_slow' | 'busy' }
