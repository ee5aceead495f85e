/** The gallery, as other modules may use it. */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import type { Page } from '#modules/kernel/pages'
import type { Result } from '#modules/kernel/result'
import type { BuiltInSet, Character, CharacterProblem, CharacterSummary, ImportAnswer, ImportRefusal } from './api.ts'
import type { ReadEntry } from './src/import/read_entries.ts'

export type { BuiltInSet, Character, CharacterProblem, CharacterSummary, ImportAnswer, ImportRefusal }
export { pictureSizes, pictureSources } from './api.ts'
export { wantedWidth } from './src/http/wanted_width.ts'
export { receiveImport, type BodyRefusal } from './src/import/receive_import.ts'
export { MalformedImport, readEntries, type ReadEntry } from './src/import/read_entries.ts'

/** Whose eyes: what may be seen depends on it. */
export interface Viewer {
  id: string
  isAdmin: boolean
  limitlessEnabled: boolean
}

/** How a character looks to one viewer. */
export type CharacterView = { kind: Exclude<Sight, 'hidden'>; character: Character }

/** A character whole: for prompts, and for the texts of what was said. */
export interface CharacterSheet {
  id: string
  name: string
  description: string
  personality: string
  backstory: string
  scenario: string
  firstMessage: string
  greeting: string
}

/** What a signed-in viewer may see of a character. `adult_gate`: that it exists, but adult content is off for this viewer. */
export type Sight = 'visible' | 'adult_gate' | 'hidden'

/** What an admin did to another user's comment. */
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
  /** Null when it is not there, deleted, or private to someone else; for a signed-out visitor also when it is adult. */
  abstract find(id: string, viewer: Viewer | null): Promise<CharacterView | null>
  /** Several at once, for lists; those the viewer may not know of are missing from the map. */
  abstract findMany(ids: readonly string[], viewer: Viewer): Promise<Map<string, CharacterView>>
  /** The public ones in the gallery's order, as somebody sees them who has adult content off: adult ones without texts and pictures. */
  abstract mostPopular(limit: number): Promise<CharacterSummary[]>
  /** Which of our own pictures, by their hashes, a character shows that somebody other than this user wrote. */
  abstract picturesInUse(
    hashes: readonly string[],
    besides: string,
    trx: TransactionClientContract
  ): Promise<readonly string[]>
  /** Fills a gallery that never had a character with the built-in eight. Returns how many it inserted. */
  abstract seedBuiltIn(): Promise<number>
}

export interface ImportOptions {
  ownerId: string
  /** Whom these have is a double too. */
  besides?: readonly string[]
  dryRun?: boolean
  /** The host that the import was sent to, if it came by HTTP: a picture's address may not lead back to it. */
  requestHost?: string | null
  /** Stores everything in the caller's transaction, and else a batch at a time in transactions of its own. */
  trx?: TransactionClientContract
  onRefused?: (refusal: ImportRefusal) => void
  /** Now and then, and at the end. */
  onProgress?: (sofar: ImportOutcome) => void
}

/** `doubles` were there already; `total` is the sum of the others. */
export interface ImportOutcome {
  imported: number
  doubles: number
  refused: number
  total: number
}

/** Many characters at once, in the memory of a few. */
export abstract class CharacterImports {
  /** Each entry stands or falls by itself. Safe to repeat. What the entries throw ends it; the batches before stay. */
  abstract run(entries: AsyncIterable<ReadEntry>, options: ImportOptions): Promise<ImportOutcome>
}

/** The characters that come with the product. */
export abstract class BuiltInImports {
  /** Gives someone those of a built-in set that neither they nor the built-in account have. `total` is the size of the set. */
  abstract run(ownerId: string, set: BuiltInSet, trx?: TransactionClientContract): Promise<ImportAnswer>
}

export interface AllCharactersRequest {
  /** A text in the name, the category or a tag; one or two letters begin a word there. Empty: all. */
  q: string
  limit: number
  /** The last one of the page before. */
  after: string | null
}

/** What a change found and what it left, and whose name it was. */
export interface CharacterChange<Values> {
  name: string
  before: Values
  after: Values
}

export type AdminRefusal = { kind: 'unknown' } | { kind: 'invalid'; problem: CharacterProblem }

/** What there is to say of one that is gone. */
export type DeletedCharacter = Pick<Character, 'name' | 'category' | 'tags' | 'isNsfw' | 'isPublic' | 'createdBy'>

export interface Pictures {
  avatar: string | null
  background: string | null
}

/** What admins may do to anyone's characters, each in the caller's transaction, with what there is to record of it. */
export abstract class AdminCharacters {
  /** All that are not deleted, the latest first and whole; private and adult ones too, whatever the viewer has switched on. */
  abstract list(request: AllCharactersRequest, viewer: Viewer): Promise<Page<Character>>
  /** Null when there is none. Chats with it stay. */
  abstract delete(id: string, trx: TransactionClientContract): Promise<DeletedCharacter | null>
  /** A background that was the avatar again follows it; one of its own stays. */
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
  /** How many somebody has. */
  abstract count(ownerId: string, trx: TransactionClientContract): Promise<number>
}

export abstract class CounterQueue {
  /** Increments that are not folded into the counters yet; of more than a hundred thousand it says a hundred thousand. */
  abstract waiting(client: QueryClientContract): Promise<number>
}

/** Characters for trying a large gallery, owned by the built-in account. */
export abstract class DemoCharacters {
  abstract seed(count: number, onProgress?: (made: number) => void): Promise<void>
}

/*
 * SQL face: `gallery_sheet(id, viewer, is_admin, sees_adult)` gives a `CharacterSheet` as `sheet json` and its `Sight` as
 * `sight text`, one row or none; `gallery_count_messages(character_id uuid, added int)` is called in the statement that saves
 * messages. It appends to a side table that a folding tick adds to the counters, so a popular character is no hot row.
 */
