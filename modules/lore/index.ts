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
export { splitDecorators } from './src/engine/decorators.ts'
export { budgetTokens } from './src/engine/budget.ts'
export * from './src/engine/types.ts'
export { activateWithPatterns, PatternMatcher } from './src/patterns/match_patterns.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = {
  functions: [
    // lore_always_on(user uuid) returns the ids of the user's lorebooks that are always on, oldest first, as uuid[].
    'lore_always_on',
  ],
}

/** An entry of a file. `origin` is its key in the file's list or object, or null for an entry that the file doesn't have. */
export type ImportedEntry = EntryFields & { origin: string | null }

export interface ImportedBook {
  book: BookFields
  /** The entries, in the book's order. */
  entries: readonly ImportedEntry[]
}

/** The file that a book was imported from, kept for a lossless export. Only the module that reads files interprets `format`. */
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

/** `full`: the book or the user has reached a limit. `message` is a sentence for users. */
export type LoreRefusal = { kind: 'invalid'; field: string; message: string } | { kind: 'full'; message: string }

export abstract class Lore {
  /**
   * Stores a lorebook with its entries and its original file, atomically. Not idempotent. A book without a name is called "Lorebook", and a
   * longer name is shortened. Any other text over a limit is refused, never cut.
   */
  abstract createFromImport(
    ownerId: string,
    book: ImportedBook,
    original: OriginalLorebook | null,
    trx?: TransactionClientContract
  ): Promise<Result<{ id: string; entryCount: number }, LoreRefusal>>
  /**
   * Replaces the texts, entries and original file of the user's own lorebook, like `createFromImport`. Null if the user has no such book. After
   * a refusal, the caller's transaction must be rolled back.
   */
  abstract replaceFromImport(
    ownerId: string,
    bookId: string,
    book: ImportedBook,
    original: OriginalLorebook | null,
    trx?: TransactionClientContract
  ): Promise<Result<{ id: string; entryCount: number }, LoreRefusal> | null>
  /** Returns up to `limit` ids of the user's own lorebooks, oldest first, starting after the id `after`. */
  abstract ownIds(ownerId: string, after: string | null, limit: number): Promise<readonly string[]>
  /** Returns the user's own lorebook with all entries in order, or null if the user has no such book. */
  abstract readForExport(ownerId: string, bookId: string): Promise<LorebookForExport | null>
  /** Returns the subset of `bookIds` that the user owns, in the given order. */
  abstract findOwn(ownerId: string, bookIds: readonly string[], trx?: TransactionClientContract): Promise<string[]>
  /** Returns the ids of the user's own lorebooks that are always on, oldest first. */
  abstract alwaysOn(ownerId: string): Promise<string[]>
  /**
   * Reads the lorebooks of a reply, with cached entries. Leaves out books that don't exist or don't belong to the request's owner. Books
   * that exceed the limits of a prompt are marked as `leftOut`.
   */
  abstract readForReply(requests: readonly BooksRequest[]): Promise<LoreBook[]>
  /**
   * Reads the user's own lorebooks for the engine, in the given order. `unknown`: the user doesn't own one of them. `too_large`: together,
   * they exceed the engine's limits.
   */
  abstract readForActivation(
    ownerId: string,
    bookIds: readonly string[],
    origin: BookOrigin
  ): Promise<Result<LoreBook[], 'unknown' | 'too_large'>>
}

/**
 * The user's chats, for tests of lorebooks. The chat module binds it. Without a binding, tests find no chats and estimate tokens from
 * bytes.
 */
export abstract class LoreChats {
  /** Reads the user's own chat with one character. Returns null if there is no such chat, or the user may not see its character. */
  abstract read(user: CurrentUser, sessionId: string): Promise<LoreChat | null>
  abstract countTokens(text: string): number
}

export interface LoreChat {
  /** The newest messages that entries may read, oldest first. */
  messages: LoreMessage[]
  /** Contains only texts that the user may read. Otherwise, entries could reveal the content of hidden texts. */
  context: Partial<ActivationContext>
  /** Fills the macros of keys and texts. */
  fill: (text: string) => string
}

/** The owner's characters that have a lorebook. */
export interface LoreUse {
  /** The first few characters, by name. */
  characters: { id: string; name: string }[]
  count: number
}

/** Finds the characters that have a lorebook. The gallery module binds it. */
export abstract class LoreUses {
  /** Returns the uses by lorebook id. Unused lorebooks are missing. */
  abstract of(ownerId: string, bookIds: readonly string[]): Promise<ReadonlyMap<string, LoreUse>>
}
