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
  Expression,
  HeldReview,
  HeldReviewDetails,
  ImportAnswer,
  ImportRefusal,
  RegexScript,
  SharedCharacter,
  VersionChange,
} from './api.ts'
import type { CardCharacter, WholeDraft as CharacterDraft } from './src/domain/character_rules.ts'
import type { ReadEntry } from './src/import/read_entries.ts'

export type { CardCharacter, CharacterDraft }
export type {
  AdminCharacter,
  BuiltInSet,
  Character,
  CharacterDetails,
  CharacterProblem,
  CharacterSummary,
  Expression,
  HeldReview,
  HeldReviewDetails,
  ImportAnswer,
  ImportRefusal,
  RegexScript,
  SharedCharacter,
  VersionChange,
}
export { neutralNames, pictureSizes, pictureSources } from './api.ts'
export { ModerationSettings, PublicPages } from './src/settings.ts'
export { readVoices, startersFor } from './src/built_in/content.ts'
export { readGalleryPicture } from './src/built_in/read_gallery_picture.ts'
export { limits } from './src/domain/limits.ts'
export { markOf } from './src/marks/mark_address.ts'
export { requestedWidth as wantedWidth } from './src/http/requested_width.ts'
export { receiveImport, type BodyRefusal } from './src/import/receive_import.ts'
export { MalformedImport, readEntries, type ReadEntry } from './src/import/read_entries.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = {
  functions: [
    // gallery_sheet(id, viewer, is_admin, sees_adult, version) returns at most one row. It has a `CharacterSheet` as `sheet json`, the
    // viewer's `Sight` as `sight text`, and `version integer`. A version that is null or gone returns the present one.
    'gallery_sheet',
    // gallery_greetings(id, version) returns the first message and the alternate greetings as text[]. Null for a deleted character.
    'gallery_greetings',
    // gallery_scripts(id, version) returns the `RegexScript`s of a version as jsonb, or null without any. It doesn't check the viewer.
    'gallery_scripts',
    // gallery_are_blocked(one uuid, other uuid): whether one of two users blocks the other.
    'gallery_are_blocked',
    // gallery_count_messages(character_id uuid, added int) is called in the statement that saves messages. It appends to a side
    // table that a timer folds into the counters, so that a popular character isn't a hot row.
    'gallery_count_messages',
  ],
}

/*
 * A `client` of a read is that of the primary by default. With a replica's, the answer may be a few seconds old.
 */

/** The user that characters are gated for. */
export interface Viewer {
  id: string
  isAdmin: boolean
  limitlessEnabled: boolean
}

/** A character as one viewer may see it. */
export interface CharacterView {
  kind: Exclude<Visibility, 'hidden'>
  character: Character
  /** The number of the present version, and its name for {{char}}. */
  version: { number: number; char: string }
}

/** Null: the present version. */
export interface VersionKey {
  id: string
  version: number | null
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
  /** The name that replaces {{char}}. If it is empty, `name` does. */
  nickname: string
  description: string
  /**
   * The description is known to be only a teaser for the gallery: `written` by the owner, or from the creator's `notes` of a card. Null: the
   * owner hasn't said so.
   */
  teaser?: 'written' | 'notes' | null
  personality: string
  backstory: string
  scenario: string
  firstMessage: string
  greeting: string
  exampleDialogue: string
  systemPrompt: string
  postHistoryInstructions: string
  depthNote: DepthNote | null
  /** The character's lorebooks, which belong to its owner. They are the same for all versions. */
  lorebookIds: string[]
  /** The present tags, also in an earlier version. */
  tags: string[]
  ownerId: string
  /** Whether other users may read backstory, personality and scenario. */
  definitionPublic: boolean
  /** Whether other users may copy the character, which shows them all its texts. */
  allowForks: boolean
  /** Whether some version of the character has regex scripts. Missing from tests and greetings. */
  hasScripts?: boolean
}

/** A signed-in viewer's access to a character. `adult_gate`: only to its existence, because adult content is off. */
export type Visibility = 'visible' | 'adult_gate' | 'hidden'

/** An admin's change to another user's comment. */
export interface CommentModeration {
  kind: 'comment_removed' | 'comment_restored'
  actorId: string
  character: { id: string; name: string }
  commentId: string
  authorId: string
}

export interface PublishedComment {
  commentId: string
  characterId: string
  ownerId: string
  authorId: string
  /** The comment that it replies to. */
  parent: { id: string; authorId: string } | null
}

/** `likes`: how many there are with this one. */
export interface CharacterLike {
  characterId: string
  likerId: string
  likes: number
}

export abstract class Gallery {
  /** Runs in the transaction in which an admin removes or restores another user's comment. */
  abstract readonly commentModerated: Hook<CommentModeration>
  /** Runs in the transaction that holds content about minors. */
  abstract readonly minorsContentHeld: Hook<{
    reviewId: string
    userId: string
    characterId: string | null
    commentId: string | null
  }>
  /** Runs in the transaction that makes a character public for the first time, also after a review. Imports of many characters don't run it. */
  abstract readonly published: Hook<{ characterId: string; creatorId: string }>
  /** Runs in the transaction that saves a new version of a character that was public before, also after a review. */
  abstract readonly updated: Hook<{ characterId: string; creatorId: string; version: number }>
  /** Runs in the transaction that shows a comment to others, also after a review. An edit may run it again. */
  abstract readonly commented: Hook<PublishedComment>
  /** Runs in the transaction that adds a like. */
  abstract readonly liked: Hook<CharacterLike>
  /** Runs in the transaction that removes the texts of characters that were deleted long ago. */
  abstract readonly charactersPurged: Hook<{ characterIds: readonly string[]; ownerIds: readonly string[] }>
  /**
   * Finds a character as far as the viewer may read it. Returns null for an unknown or deleted character, and for another user's private
   * character, except for admins. Also returns null for an adult character without a viewer.
   */
  abstract find(id: string, viewer: Viewer | null): Promise<CharacterView | null>
  /** Like `find`, with all parts of the character. */
  abstract findDetails(id: string, viewer: Viewer | null): Promise<CharacterDetails | null>
  /** Returns the texts for prompts, without a check of the viewer. Null if the character is unknown or deleted. */
  abstract findSheet(id: string): Promise<CharacterSheet | null>
  /** Returns the name for {{char}} in a version of a character. Null: the present one. Only an earlier version needs a query. */
  abstract charOf(view: CharacterView, number: number | null): Promise<string>
  /** Returns the changes since a version, as far as the viewer may read them. Null if the character is hidden from the viewer or gated. */
  abstract compareVersion(id: string, number: number, viewer: Viewer): Promise<VersionComparison | null>
  /** Batch version of `find`. The map omits hidden characters. */
  abstract findMany(ids: readonly string[], viewer: Viewer): Promise<Map<string, CharacterView>>
  /** Returns the subset of `ids` that the viewer hides, or whose creator or tag the viewer hides. */
  abstract hiddenBy(viewer: Viewer, ids: readonly string[]): Promise<readonly string[]>
  /** Returns the expressions of versions of characters, default first. Null for a gated one. The map omits hidden characters. */
  abstract expressions(versions: readonly VersionKey[], viewer: Viewer): Promise<Map<string, Expression[] | null>>
  /** Returns the owners and the numbers of the present versions, without a check of a viewer. The map omits deleted characters. */
  abstract owners(
    ids: readonly string[],
    client?: QueryClientContract
  ): Promise<Map<string, { ownerId: string; version: number }>>
  /** Returns the versions that began after `since`, oldest first, and at most the newest `limit`. Doesn't check the viewer. */
  abstract versionsSince(id: string, since: Date, limit: number): Promise<{ number: number; createdAt: Date }[]>
  /** Returns the ids of at most `limit` of a user's characters after the id `after`, oldest first. */
  abstract ownIds(ownerId: string, after: string | null, limit: number): Promise<readonly string[]>
  /** Returns public characters in the gallery's default order. Adult characters are gated. */
  abstract mostPopular(limit: number): Promise<CharacterSummary[]>
  /** Returns the characters of the landing page, most popular first. All are public and not adult. */
  abstract onLanding(client?: QueryClientContract): Promise<CharacterSummary[]>
  /** Returns the subset of `hashes` whose uploaded pictures are shown by characters of users other than `exceptUserId`. */
  abstract picturesInUse(
    hashes: readonly string[],
    exceptUserId: string,
    trx: TransactionClientContract
  ): Promise<readonly string[]>
  /**
   * Adds the built-in eight to a gallery that never had a character, and queues the import of the fifty. Returns the number of inserted
   * characters.
   */
  abstract seedBuiltIn(): Promise<number>
}

/** The gallery's list. */
export abstract class CharacterLists {
  /** Lists public characters and the viewer's own, most popular first. `tags` must all be there. Null for an invalid cursor. */
  abstract list(
    request: { q: string; tags: readonly string[]; limit: number; cursor: string | null },
    viewer: Viewer
  ): Promise<Page<CharacterSummary> | null>
}

/** Bound by community. */
export abstract class CharacterViews {
  /** Counts that a reader opened the page of another user's character. Further views of the same day change nothing. */
  abstract count(view: { characterId: string; version: number; readerId: string }): Promise<void>
}

export interface OfCreators {
  creatorIds: readonly string[]
  /** Only characters that became public in these last days. */
  withinDays?: number
  /** Leaves out what the viewer hides, too. Blocked tags are always left out. */
  withoutHidden?: boolean
  limit: number
  cursor?: string | undefined
}

/** The totals count the characters that the viewer may see. */
export interface CreatorTotals {
  characters: number
  likes: number
  messages: number
}

/** The public characters of creators. Gated ones are left out. */
export abstract class CreatorCharacters {
  /** Lists characters, the latest publication first. Null for an invalid cursor. */
  abstract list(
    request: OfCreators,
    viewer: Viewer | null,
    client?: QueryClientContract
  ): Promise<Page<CharacterSummary> | null>
  /**
   * Returns those of at most 200 characters that the viewer may see, in the given order: public ones and the viewer's own, without those that
   * the viewer hides.
   */
  abstract among(ids: readonly string[], viewer: Viewer | null): Promise<CharacterSummary[]>
  abstract totals(creatorId: string, viewer: Viewer | null, client?: QueryClientContract): Promise<CreatorTotals>
  /** Returns the users with a public character that isn't adult. */
  abstract haveOpen(userIds: readonly string[], client?: QueryClientContract): Promise<ReadonlySet<string>>
  /** Returns the ids of at most `limit` users with a public character after the id `userId`, in the order of ids. */
  abstract creatorsAfter(userId: string | null, limit: number): Promise<string[]>
}

/** The pages `/u/{username}`. Bound by community. */
export abstract class CreatorPages {
  /** Returns the users who have a page. */
  abstract having(userIds: readonly string[], client: QueryClientContract): Promise<ReadonlySet<string>>
}

/** The texts of profiles besides the names. Bound by community. */
export abstract class ProfileTexts {
  abstract read(userId: string): Promise<{ field: string; text: string }[]>
}

/** The newest chat of a user with a character. */
export interface RecentChat {
  characterId: string
  sessionId: string
}

/** Bound by chat. */
export abstract class RecentChats {
  /** Returns the newest chat with each character, newest first. Includes characters that the user may no longer see. */
  abstract newest(userId: string, limit: number): Promise<RecentChat[]>
}

/** A comment as one reader may see it. */
export interface ReadableComment {
  authorId: string
  characterId: string
  /** The comment that it replies to. */
  parentId: string | null
  /** The beginning of its text. */
  excerpt: string
}

/** Comments for other modules, which check whether the reader may see the character. */
export abstract class CommentReader {
  /** The map omits comments that are removed or not published, and those of people who block the reader or are blocked by them. */
  abstract read(ids: readonly string[], readerId: string, excerptMax: number): Promise<Map<string, ReadableComment>>
}

export abstract class Blocks {
  /** Returns the subset of `otherIds` who block the user or are blocked by them. */
  abstract between(
    userId: string,
    otherIds: readonly string[],
    client?: QueryClientContract | TransactionClientContract
  ): Promise<Set<string>>
}

export abstract class SharedCharacters {
  /** Returns the preview of a public character. Null if the character is unknown, deleted, private or adult, or public pages are off. */
  abstract find(id: string, client?: QueryClientContract): Promise<SharedCharacter | null>
}

export interface ImportOptions {
  ownerId: string
  /** Other accounts whose characters also count as duplicates. */
  alsoOwnedBy?: readonly string[]
  dryRun?: boolean
  /** Dates new characters before all others, so that people's own come first in lists. */
  isPlacedLast?: boolean
  /** The operator's own content, which isn't looked at before it is public. */
  isTrusted?: boolean
  /** The host of the HTTP request. Picture addresses on this host must lead to pictures. */
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

/** The character that a card was saved as. */
export interface SavedCard {
  id: string
  name: string
}

/** `problems`: the violated rules. `unavailable`: the character is gone or another user's. `history_full`: it has too many versions. */
export type CardSaveRefusal =
  { kind: 'problems'; problems: CharacterProblem[] } | { kind: 'unavailable' } | { kind: 'history_full' }

/** Characters that come from cards. The rules require only a name, and new characters are private. */
export abstract class CardCharacters {
  /** The categories that characters may have, for code that reads cards. */
  abstract readonly categories: { categories: string[]; defaultCategory: string; adultCategory: string }
  /** Returns the regex scripts of the present version. */
  abstract scripts(id: string): Promise<RegexScript[]>
  /** Returns the name as the rules store it, and the forbidden words, with which the character can't be published. */
  abstract check(card: CardCharacter): Result<{ name: string; forbiddenWords: string[] }, CharacterProblem[]>
  /** Creates a private character, whose definition others can't read. The lorebooks must be the owner's. */
  abstract create(
    ownerId: string,
    card: CardCharacter,
    trx: TransactionClientContract
  ): Promise<Result<SavedCard, CharacterProblem[]>>
  /** Saves a card's content as a new version of the owner's character. It keeps its visibility, and stays adult if it is. */
  abstract saveVersion(
    id: string,
    ownerId: string,
    card: CardCharacter,
    trx: TransactionClientContract
  ): Promise<Result<SavedCard, CardSaveRefusal>>
  /** Returns the names and lorebooks of the given characters that the owner still has, by their ids. */
  abstract findOwn(
    ownerId: string,
    ids: readonly string[],
    trx?: TransactionClientContract
  ): Promise<Map<string, { name: string; lorebookIds: string[] }>>
  /**
   * Returns the owner's character that an earlier version of a card became: the newest one with this name that shares a source, else the
   * newest one with this name by the same creator.
   */
  abstract findByOrigin(
    ownerId: string,
    card: { name: string; creatorName: string; source: readonly string[] },
    trx?: TransactionClientContract
  ): Promise<{ id: string; by: 'source' | 'creator' } | null>
  /** Returns the owner's character, and what `saveVersion` would make of it. Null if the character is gone, or the card breaks the rules. */
  abstract previewVersion(
    id: string,
    ownerId: string,
    card: CardCharacter
  ): Promise<{ before: CharacterDraft; after: CharacterDraft } | null>
}

/** The files that characters were imported from. */
export abstract class CharacterOriginals {
  /** Whether a character has an original of this owner. */
  abstract has(characterId: string, ownerId: string): Promise<boolean>
}

export type BuiltInImportOptions = Pick<ImportOptions, 'ownerId' | 'alsoOwnedBy' | 'trx'>

/** Imports the characters that ship with Facet. */
export abstract class BuiltInImports {
  /**
   * Imports a built-in set, except characters that one of the owners already has. `total` is the size of the set. People's own
   * characters come before new ones in lists.
   * Lorebooks of new characters become the owner's. If the owner can't store another lorebook, the character is imported without it, and
   * `errors` has an entry.
   */
  abstract run(set: BuiltInSet, options: BuiltInImportOptions): Promise<ImportAnswer>
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
  /** Returns the id of a character's owner. Null for an unknown character. */
  abstract owner(id: string, trx: TransactionClientContract): Promise<string | null>
  /** Soft-deletes a character. Its chats stay. Returns null for an unknown character. */
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

export interface ReviewDecision {
  /** The round that the moderator has read. */
  round: number
  isApproved: boolean
  /** The author sees it. Null without one. */
  reason: string | null
  actorId: string
}

/** A decided review for the audit log. */
export interface DecidedReview {
  userId: string
  commentId: string | null
  /** Null for a profile. */
  character: { id: string; name: string } | null
  causes: string[]
}

/** Content that is held before publication. Each decision runs in the caller's transaction. */
export abstract class PublicationReviews {
  /** Content about minors first, then the oldest. Null for an invalid cursor. */
  abstract list(request: { limit: number; cursor?: string | undefined }): Promise<Page<HeldReview> | null>
  /** Null if the content was decided, changed or deleted meanwhile. */
  abstract find(id: string): Promise<HeldReviewDetails | null>
  /**
   * Publishes the content or refuses it. A refused profile loses its names and its picture. `minors`: it can't be approved. `unknown`: it was
   * decided, changed or deleted meanwhile.
   */
  abstract decide(
    id: string,
    decision: ReviewDecision,
    trx: TransactionClientContract
  ): Promise<Result<DecidedReview, { kind: 'unknown' | 'minors' }>>
  abstract counts(client: QueryClientContract): Promise<{ waiting: number; held: number; escalated: number }>
}

/** A character, a comment, or without either a user's profile. */
export interface ReviewSubject {
  userId: string
  characterId?: string
  commentId?: string
}

/** Public content, for providers that the operator chose later. */
export abstract class PublicContent {
  /** Says which providers judge by a job, and how. Null: none. */
  abstract judges(): Promise<string | null>
  /** Returns what follows a position of an earlier answer: characters, then comments, then profiles. Null at the end. */
  abstract next(position: string | null): Promise<{ position: string; subject: ReviewSubject } | null>
  /** Asks the providers. Returns why a moderator has to decide. Empty: there is no reason. */
  abstract judge(subject: ReviewSubject, signal: AbortSignal): Promise<string[]>
  /** Takes it from the public, except for a profile, until a moderator decides. Returns false if it isn't public any more. */
  abstract hold(subject: ReviewSubject, causes: string[], trx: TransactionClientContract): Promise<boolean>
}

/** The judgment of single texts. */
export abstract class TextJudge {
  /** Asks the providers that a request doesn't wait for. Returns the categories of a text. Empty without such providers. Throws as they do. */
  abstract categoriesOf(text: string, signal: AbortSignal): Promise<readonly string[]>
  /** Returns the forbidden words in a text that is to be public at once. */
  abstract forbiddenWords(text: string): Promise<readonly string[]>
}

/** The changes that moderators can make to a character. `removed` characters are deleted, but their texts stay for an appeal. */
export type Restriction = 'hidden' | 'adult' | 'removed'

export interface ModeratedComment {
  authorId: string
  characterId: string
  content: string
}

/** Moderators' changes to any user's characters and comments, in the caller's transaction. They return whether they changed anything. */
export abstract class ModeratedGallery {
  /** The owner can't undo it. */
  abstract restrict(characterId: string, kind: Restriction, trx: TransactionClientContract): Promise<boolean>
  /** Restores what the character was before the restriction. */
  abstract lift(characterId: string, kind: Restriction, trx: TransactionClientContract): Promise<boolean>
  /** Null for an unknown or removed comment. The caller checks whether the reader may see its character. */
  abstract findComment(id: string): Promise<ModeratedComment | null>
  abstract removeComment(id: string, trx: TransactionClientContract): Promise<boolean>
  abstract restoreComment(id: string, trx: TransactionClientContract): Promise<boolean>
}

export abstract class CounterQueue {
  /** The number of increments that are not folded into the counters yet, at most 100,000. */
  abstract waiting(client: QueryClientContract): Promise<number>
}

/** Generates characters for testing a large gallery. The built-in account owns them. */
export abstract class DemoCharacters {
  abstract seed(count: number, onProgress?: (inserted: number) => void): Promise<void>
}
