/** The gallery's interface for other modules. */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import type { Page } from '#modules/kernel/pages'
import type { Result } from '#modules/kernel/result'
import type {
  AdminCharacter,
  BuiltInSet,
  Character,
  CharacterDetails,
  CharacterProblem,
  CharacterSummary,
  DepthNote,
  ImportAnswer,
  ImportRefusal,
  SharedCharacter,
  VersionChange,
} from './api.ts'
import type { CardCharacter } from './src/domain/character_rules.ts'
import type { ReadEntry } from './src/import/read_entries.ts'

export type { CardCharacter }
export type {
  AdminCharacter,
  BuiltInSet,
  Character,
  CharacterDetails,
  CharacterProblem,
  CharacterSummary,
  ImportAnswer,
  ImportRefusal,
  SharedCharacter,
  VersionChange,
}
export { pictureSizes, pictureSources } from './api.ts'
export { readGalleryPicture } from './src/built_in/read_gallery_picture.ts'
export { limits } from './src/domain/limits.ts'
export { markOf } from './src/marks/mark_address.ts'
export { requestedWidth as wantedWidth } from './src/http/requested_width.ts'
export { receiveImport, type BodyRefusal } from './src/import/receive_import.ts'
export { MalformedImport, readEntries, type ReadEntry } from './src/import/read_entries.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = {
  functions: [
    // gallery_sheet(id, viewer, is_admin, sees_adult, version) returns one row or none: a `CharacterSheet` as `sheet json`, its `Sight`
    // as `sight text`, and the number of its version. A version that is null or gone gives the present one.
    'gallery_sheet',
    // gallery_count_messages(character_id uuid, added int) is called in the statement that saves messages. It appends to a side
    // table that a timer folds into the counters, so a popular character is no hot row.
    'gallery_count_messages',
  ],
}

/** The user for whom characters are gated. */
export interface Viewer {
  id: string
  isAdmin: boolean
  limitlessEnabled: boolean
}

/** A character as one viewer may see it. */
export interface CharacterView {
  kind: Exclude<Sight, 'hidden'>
  character: Character
  /** The present version, with its name for {{char}}. */
  version: { number: number; char: string }
}

/** A version of a character compared with the present one. */
export interface VersionComparison {
  number: number
  newest: number
  changes: VersionChange[]
}

/** A character's texts for prompts and macros, ungated. */
export interface CharacterSheet {
  id: string
  /** The number of the version that these texts are from. */
  version: number
  name: string
  /** What {{char}} stands for, if it isn't empty. */
  nickname: string
  description: string
  personality: string
  backstory: string
  scenario: string
  firstMessage: string
  greeting: string
  exampleDialogue: string
  systemPrompt: string
  postHistoryInstructions: string
  depthNote: DepthNote | null
  /** The owner's, also of an earlier version. */
  lorebookIds: string[]
  ownerId: string
  /** False: other users may not read the texts. */
  definitionPublic: boolean
  /** True: other users may copy the character, and so read its texts. */
  allowForks: boolean
}

/** What a signed-in viewer may see of a character. `adult_gate`: only its existence, because adult content is off. */
export type Sight = 'visible' | 'adult_gate' | 'hidden'

/** An admin's change to another user's comment. */
export interface CommentModeration {
  kind: 'comment_removed' | 'comment_restored'
  actorId: string
  character: { id: string; name: string }
  commentId: string
  authorId: string
}

export abstract class Gallery {
  /** Runs in the transaction in which an admin removes or restores another user's comment. */
  abstract readonly commentModerated: Hook<CommentModeration>
  /** Runs in the transaction that removes the texts of characters that were deleted long ago. */
  abstract readonly charactersPurged: Hook<{ characterIds: readonly string[] }>
  /** Returns null if the character is unknown, deleted, or another user's private one. For visitors also if it is adult. */
  abstract find(id: string, viewer: Viewer | null): Promise<CharacterView | null>
  /** Like `find`, with all parts of the character. */
  abstract findDetails(id: string, viewer: Viewer | null): Promise<CharacterDetails | null>
  /** The texts for prompts, without a check of the viewer. Null if the character is unknown or deleted. */
  abstract findSheet(id: string): Promise<CharacterSheet | null>
  /** What {{char}} stands for in an earlier version, without a check of the viewer. Null if the version is unknown or gone. */
  abstract charInVersion(id: string, number: number): Promise<string | null>
  /** What changed since a version, as far as the viewer may read it. Null if the character is hidden from the viewer or gated. */
  abstract compareVersion(id: string, number: number, viewer: Viewer): Promise<VersionComparison | null>
  /** Batch version of `find`. Hidden characters are missing from the map. */
  abstract findMany(ids: readonly string[], viewer: Viewer): Promise<Map<string, CharacterView>>
  /** The ids of a user's own characters, oldest first, `limit` of them after the id `after`. */
  abstract ownIds(ownerId: string, after: string | null, limit: number): Promise<readonly string[]>
  /** Public characters in the gallery's default order. Adult ones are gated. */
  abstract mostPopular(limit: number): Promise<CharacterSummary[]>
  /** The characters on the landing page, most popular first. Public and not adult. */
  abstract onLanding(): Promise<CharacterSummary[]>
  /** Of these uploaded pictures, given by hash, those that characters of users other than `exceptUserId` show. */
  abstract picturesInUse(
    hashes: readonly string[],
    exceptUserId: string,
    trx: TransactionClientContract
  ): Promise<readonly string[]>
  /** Adds the built-in eight to a gallery that never had a character. Returns the number of inserted characters. */
  abstract seedBuiltIn(): Promise<number>
}

/** The newest chat of a user with a character. */
export interface RecentChat {
  characterId: string
  sessionId: string
}

/** Bound by chat. */
export abstract class RecentChats {
  /** The newest chat with each character, newest first, including characters that the user may not see any more. */
  abstract newest(userId: string, limit: number): Promise<RecentChat[]>
}

export abstract class SharedCharacters {
  /** The preview of a public character. Null if it is unknown, deleted, private or adult, and while public pages are off. */
  abstract find(id: string): Promise<SharedCharacter | null>
}

export interface ImportOptions {
  ownerId: string
  /** Other accounts whose characters also count as duplicates. */
  alsoOwnedBy?: readonly string[]
  dryRun?: boolean
  /** The host of the HTTP request. Picture addresses must not lead to other pages of it. */
  requestHost?: string | null
  /** Stores everything in this transaction. Without it, each batch has its own. */
  trx?: TransactionClientContract
  onRefused?: (refusal: ImportRefusal) => void
  /** Called in the transaction of each batch, with the characters that it inserted. An error undoes the batch. */
  onInserted?: (inserted: readonly { id: string; name: string }[], trx: TransactionClientContract) => Promise<void>
  /** Called after each batch and at the end. */
  onProgress?: (outcome: ImportOutcome) => void
}

/** `doubles` are skipped duplicates. `total` is the sum of the other fields. */
export interface ImportOutcome {
  imported: number
  doubles: number
  refused: number
  total: number
}

/** Bulk imports. Memory use is limited to one batch. */
export abstract class CharacterImports {
  /** An invalid entry doesn't affect others. Safe to repeat. An error of `entries` stops the import, but keeps the stored batches. */
  abstract run(entries: AsyncIterable<ReadEntry>, options: ImportOptions): Promise<ImportOutcome>
}

/** How a card's character was saved. */
export interface SavedCard {
  id: string
  name: string
}

/** `problems`: what the rules refuse. `unavailable`: the character is gone or another user's. `history_full`: it has too many versions. */
export type CardSaveRefusal =
  { kind: 'problems'; problems: CharacterProblem[] } | { kind: 'unavailable' } | { kind: 'history_full' }

/** Characters that come from cards. Their rules ask for a name only, and what they make is private. */
export abstract class CardCharacters {
  /** What a reader of cards must know: the categories that characters may have. */
  abstract readonly categories: { categories: string[]; defaultCategory: string; adultCategory: string }
  /** The name by the rules, and the forbidden words: the character can't be published with them. */
  abstract check(card: CardCharacter): Result<{ name: string; forbiddenWords: string[] }, CharacterProblem[]>
  /** Creates a private character, whose definition others can't read. The lorebooks must be the owner's. */
  abstract create(
    ownerId: string,
    card: CardCharacter,
    trx: TransactionClientContract
  ): Promise<Result<SavedCard, CharacterProblem[]>>
  /** Saves what a card says as a new version of the owner's character. An adult one stays adult, a public one public. */
  abstract saveVersion(
    id: string,
    ownerId: string,
    card: CardCharacter,
    trx: TransactionClientContract
  ): Promise<Result<SavedCard, CardSaveRefusal>>
  /** Of these characters, the names and lorebooks of those that the owner still has. */
  abstract findOwn(
    ownerId: string,
    ids: readonly string[],
    trx?: TransactionClientContract
  ): Promise<Map<string, { name: string; lorebookIds: string[] }>>
}

/** Imports the characters that ship with Facet. */
export abstract class BuiltInImports {
  /**
   * Imports a built-in set, without characters that the owner or the built-in account has. `total` is the size of the set. Lorebooks of
   * new characters become the owner's. An owner who can't store another one gets the character without it, and an error.
   */
  abstract run(ownerId: string, set: BuiltInSet, trx?: TransactionClientContract): Promise<ImportAnswer>
}

export interface AllCharactersRequest {
  /** Searches names, categories and tags. One or two letters match beginnings of words. Empty for all. */
  q: string
  limit: number
  /** The id of the last character on the previous page. */
  after: string | null
}

/** A change for the audit log, with the character's name. */
export interface CharacterChange<Values> {
  name: string
  before: Values
  after: Values
}

export type AdminRefusal = { kind: 'unknown' } | { kind: 'invalid'; problem: CharacterProblem }

/** A deleted character for the audit log. */
export type DeletedCharacter = Pick<Character, 'name' | 'category' | 'tags' | 'isNsfw' | 'isPublic' | 'createdBy'>

export interface Pictures {
  avatar: string | null
  background: string | null
}

/** Admins' changes to any user's characters. Each runs in the caller's transaction and returns the values for the audit log. */
export abstract class AdminCharacters {
  /** All characters with full texts, newest first. Includes private and adult ones, even with adult content off. */
  abstract list(request: AllCharactersRequest, viewer: Viewer): Promise<Page<AdminCharacter>>
  /** Returns null for an unknown character. Chats with it stay. */
  abstract delete(id: string, trx: TransactionClientContract): Promise<DeletedCharacter | null>
  /** Also changes the background if it is the same picture as the avatar. */
  abstract setPicture(
    id: string,
    imageUrl: unknown,
    trx: TransactionClientContract,
    requestHost?: string | null
  ): Promise<Result<CharacterChange<Pictures>, AdminRefusal>>
  abstract setFirstMessage(
    id: string,
    firstMessage: unknown,
    trx: TransactionClientContract
  ): Promise<Result<CharacterChange<{ firstMessage: string }>, AdminRefusal>>
  /** Shows the character on the landing page, or hides it. Only public characters without adult content can be shown. */
  abstract setOnLanding(
    id: string,
    onLanding: boolean,
    trx: TransactionClientContract
  ): Promise<Result<CharacterChange<{ onLanding: boolean }>, AdminRefusal>>
  /** Counts a user's characters. */
  abstract count(ownerId: string, trx: TransactionClientContract): Promise<number>
}

export abstract class CounterQueue {
  /** The number of increments that are not folded into the counters yet, at most 100,000. */
  abstract waiting(client: QueryClientContract): Promise<number>
}

/** Generates characters for testing a large gallery. The built-in account owns them. */
export abstract class DemoCharacters {
  abstract seed(count: number, onProgress?: (inserted: number) => void): Promise<void>
}
