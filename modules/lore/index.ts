/** Lorebooks, for other modules. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
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
export { explain } from './src/domain/because.ts'
export { activate } from './src/engine/activate.ts'
export { entryKey } from './src/engine/entry_key.ts'
export { budgetTokens } from './src/engine/budget.ts'
export * from './src/engine/types.ts'
export { activateWithPatterns, PatternMatcher } from './src/patterns/match_patterns.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = {
  functions: [
    // lore_always_on(owner uuid) returns the ids of the user's lorebooks that are always on, oldest first, as uuid[].
    'lore_always_on',
  ],
}

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

export interface BooksRequest {
  ownerId: string
  bookIds: readonly string[]
  origin: BookOrigin
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
  /** The ids of the user's own lorebooks, oldest first, `limit` of them after the id `after`. */
  abstract ownIds(ownerId: string, after: string | null, limit: number): Promise<readonly string[]>
  /** The user's own lorebook with all entries in order. Null if there is none. */
  abstract readForExport(ownerId: string, bookId: string): Promise<LorebookForExport | null>
  /** Of these ids, those of the user's own lorebooks, in the given order. */
  abstract findOwn(ownerId: string, bookIds: readonly string[], trx?: TransactionClientContract): Promise<string[]>
  /** The user's own lorebooks that are always on, oldest first. */
  abstract alwaysOn(ownerId: string): Promise<string[]>
  /**
   * The lorebooks of a reply, each of its owner. Cached by their content. Leaves out those that are gone, and those at the end that exceed
   * the engine's limits.
   */
  abstract readForReply(requests: readonly BooksRequest[]): Promise<LoreBook[]>
  /** The user's own lorebooks for the engine, in the given order. `unknown`: one of them isn't theirs. */
  abstract readForActivation(
    ownerId: string,
    bookIds: readonly string[],
    origin: BookOrigin
  ): Promise<Result<LoreBook[], 'unknown' | 'too_large'>>
}

/** Bound by chat. Without it, tests of lorebooks know no chats and estimate tokens by bytes. */
export abstract class LoreChats {
  /** The user's own chat. Null if there is none, or its character is gated. */
  abstract read(user: CurrentUser, sessionId: string): Promise<LoreChat | null>
  abstract countTokens(text: string): number
}

export interface LoreChat {
  /** The newest messages that entries may read, oldest first. */
  messages: LoreMessage[]
  /** Only texts that the user may read. Otherwise, entries could find out what hidden ones contain. */
  context: Partial<ActivationContext>
  /** Fills the macros of keys and texts. */
  fill: (text: string) => string
}

/** The owner's characters that have a lorebook. */
export interface LoreUse {
  /** The first few, by name. */
  characters: { id: string; name: string }[]
  count: number
}

/** Bound by gallery. */
export abstract class LoreUses {
  /** By the ids of the lorebooks. Unused ones are missing. */
  abstract of(ownerId: string, bookIds: readonly string[]): Promise<ReadonlyMap<string, LoreUse>>
}
