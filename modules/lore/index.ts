/** Lorebooks, for other modules. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Result } from '#modules/kernel/result'
import type { BookFields, EntryFields } from './api.ts'
import type { ActivationContext, BookOrigin, LoreBook, LoreMessage } from './src/engine/types.ts'

export {
  blankBook,
  blankEntry,
  entryPositions,
  entryRoles,
  keyLogics,
  loreSources,
  type BookFields,
  type CharacterFilter,
  type EntryFields,
  type EntryPosition,
} from './api.ts'
export { activate } from './src/engine/activate.ts'
export { budgetTokens } from './src/engine/budget.ts'
export * from './src/engine/types.ts'
export { activateWithPatterns, PatternMatcher } from './src/patterns/match_patterns.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** An entry of a file. `origin` is its key in the list or object of the file, null for one that the file doesn't have. */
export type ImportedEntry = EntryFields & { origin: string | null }

export interface ImportedBook {
  book: BookFields
  /** In order. */
  entries: readonly ImportedEntry[]
}

/** The file that a book came from, for an export without losses. `format` has a meaning for the reader of files only. */
export interface OriginalLorebook {
  format: string
  bytes: Uint8Array
}

export type LorebookForExport = ImportedBook & { original: OriginalLorebook | null }

/** `message` is a sentence for users. `full`: a limit of the book or the user. */
export type LoreRefusal = { kind: 'invalid'; field: string; message: string } | { kind: 'full'; message: string }

export abstract class Lore {
  /**
   * Stores a lorebook with its entries and the file that it came from, or nothing. Not idempotent. Without a name it is called
   * "Lorebook". A text over a limit is refused, never cut.
   */
  abstract createFromImport(
    ownerId: string,
    book: ImportedBook,
    original: OriginalLorebook | null,
    trx?: TransactionClientContract
  ): Promise<Result<{ id: string; entryCount: number }, LoreRefusal>>
  /** The user's own lorebook with all entries in order. Null if there is none. */
  abstract readForExport(ownerId: string, bookId: string): Promise<LorebookForExport | null>
  /** The user's own lorebooks for the engine, in the given order. `unknown`: one of them isn't theirs. */
  abstract readForActivation(
    ownerId: string,
    bookIds: readonly string[],
    origin: BookOrigin
  ): Promise<Result<LoreBook[], 'unknown' | 'too_large'>>
}

/** Bound by chat. Without it, tests of lorebooks know no chats and estimate tokens by bytes. */
export abstract class LoreChats {
  /** The messages of the user's own chat that entries may read, oldest first. Null if there is none. */
  abstract read(
    userId: string,
    sessionId: string
  ): Promise<{ messages: LoreMessage[]; context?: Partial<ActivationContext> } | null>
  abstract countTokens(text: string): number
}
