/** The calls of the gallery. */

import type { ById, Call, Done, Page } from '#modules/kernel/calls'
import type {
  BlockedTags,
  CharacterDetails,
  CharacterDraft,
  CharacterParts,
  CharacterSuggestion,
  CharacterSummary,
  CharacterVersion,
  CharacterVersionDetails,
  Chip,
  Comment,
  CommentSort,
  HiddenThing,
  HidingKind,
  Shelf,
  SharedCharacter,
  Sort,
  Starter,
  WholeDraft,
} from './api.ts'

type CharacterSearch = {
  q?: string
  category?: string
  /** Separated by commas. */
  tags?: string
  exclude?: string
  sort?: Sort
  mine?: true
  liked?: true
}
interface OfVersion {
  params: { id: string; number: number }
}
interface OfComment {
  params: { id: string; commentId: string }
}

/**
 * Characters that the caller may see, a page at a time. See [Lists and searches](#lists-and-searches).
 */
export const listCharacters: Call<CharacterSummary[], { query?: Page & CharacterSearch }> = 'GET /api/characters'
/** The tags of characters, most used first, at most 200. */
export const listTags: Call<string[]> = 'GET /api/characters/tags'
/** The values of `category`. `isEmpty`: no character that the caller may see has it. */
export const listChips: Call<Chip[]> = 'GET /api/characters/chips'
/** The rows of the front page. See [Lists and searches](#lists-and-searches). */
export const listShelves: Call<Shelf[]> = 'GET /api/characters/shelves'
/**
 * At most 8 suggestions for the beginning of a word. `match`: `name`, `word` or `tag` begins with `q`. 120 a minute per user or network, then
 * 429.
 */
export const suggestCharacters: Call<CharacterSuggestion[], { query: { q: string } }> =
  'GET /api/characters/suggestions'
/** A random public character, at best one that the caller hasn't talked to. 404 if there is none. */
export const getSurprise: Call<{ id: string }> = 'GET /api/characters/surprise'
/** The characters of the landing page: built-in ones and those that an admin has chosen, by popularity. At most 12. */
export const listFrontCharacters: Call<CharacterSummary[]> = 'GET /api/characters/landing'
/** A character for each of `laugh`, `adventure` and `talk`, for a first chat. Moods that none suits are missing. */
export const listStarters: Call<Starter[]> = 'GET /api/characters/starters'
/** A character. Without a session, `nickname`, the greetings and the other parts are null or empty. */
export const getCharacter: Call<CharacterDetails, ById & { query?: { edit?: true } }> = 'GET /api/characters/:id'
/** At most 6 similar characters. */
export const listSimilar: Call<CharacterSummary[], ById> = 'GET /api/characters/:id/similar'
/**
 * The preview of a character for its share page. 404 for private and adult characters, and with `PUBLIC_PAGES=off`. See [Share
 * pages](#share-pages).
 */
export const getSharedCharacter: Call<SharedCharacter, ById> = 'GET /api/characters/:id/share'
/**
 * Creates a character that the caller owns. With `review`, it isn't public yet: see [Characters](#characters). 60 an hour, then 429.
 * @answers 201
 */
export const createCharacter: Call<
  CharacterDetails,
  { body: Omit<CharacterDraft, 'greeting'> & Partial<CharacterParts> }
> = 'POST /api/characters'
/** Changes the caller's own character. Absent keys stay unchanged. Up to 8 MiB. 403 `not_yours`. */
export const changeCharacter: Call<CharacterDetails, ById & { body: Partial<Omit<WholeDraft, 'greeting'>> }> =
  'PUT /api/characters/:id'
/**
 * Copies a character into a private one of the caller. 403 `forks_not_allowed` unless the character is public and has `allowForks`. Counts as
 * a new one.
 * @answers 201
 */
export const forkCharacter: Call<CharacterDetails, ById> = 'POST /api/characters/:id/fork'
/** Deletes the caller's own character. Chats with it stay readable, with `character: null`. */
export const deleteCharacter: Call<Done, ById> = 'DELETE /api/characters/:id'
/** Likes a character, or takes the like back. */
export const toggleLike: Call<Pick<CharacterSummary, 'liked' | 'likes'>, ById> = 'POST /api/characters/:id/like'

/** The versions of a character, newest first, for its owner and admins, otherwise 403. See [Versions](#versions). */
export const listVersions: Call<CharacterVersion[], ById> = 'GET /api/characters/:id/versions'
/** The texts of a version. 404 `no_such_version`. */
export const getVersion: Call<CharacterVersionDetails, OfVersion> = 'GET /api/characters/:id/versions/:number'
/**
 * Creates a new version with the texts of an earlier one, if they follow the present rules. Only for the owner.
 */
export const restoreVersion: Call<CharacterDetails, OfVersion> = 'POST /api/characters/:id/versions/:number/restore'

/**
 * The comments on a character, or the replies to a comment. `sort` is `new` (default) or `old`. With `parent`, the replies to a comment,
 * oldest first. `linked`: a comment that leads the first page if it isn't on
 * it. `limit` 50, at most 100, `cursor`. 403 for adult characters with adult content off.
 */
export const listComments: Call<
  Comment[],
  ById & { query?: Page & { sort?: CommentSort; parent?: string; linked?: string } }
> = 'GET /api/characters/:id/comments'
/**
 * Comments on a character, or replies to a comment. 422 if blank or over 2,000 characters, `content_not_allowed` for forbidden words.
 * `review`: only its author sees it yet. 30 in ten minutes per user, then 429. `parentId` for a reply, one level deep: 404 `no_such_comment`,
 * 409 `too_many_replies` over 200. 403 `blocked`.
 * @answers 201
 */
export const postComment: Call<Comment, ById & { body: { content: string; parentId?: string } }> =
  'POST /api/characters/:id/comments'
/** Changes the caller's own comment, otherwise 404 `no_such_comment`. Judged like a new one. 60 an hour, then 429. */
export const editComment: Call<Comment, OfComment & { body: { content: string } }> =
  'PUT /api/characters/:id/comments/:commentId'
/** Removes a comment, for its author, the character's owner or an admin (audited). Otherwise 403 `not_yours`. */
export const removeComment: Call<Done, OfComment> = 'DELETE /api/characters/:id/comments/:commentId'
/** Restores a comment, by the user who removed it, for 30 minutes, then 404. */
export const restoreComment: Call<Comment, OfComment> = 'POST /api/characters/:id/comments/:commentId/restore'

interface OfHiding {
  params: { kind: HidingKind; id: string }
}

/**
 * The characters (`character`) and creators (`creator`) that the user hides from lists, and the people that the user blocks (`person`), newest
 * first.
 */
export const listHidings: Call<HiddenThing[]> = 'GET /api/user/hidings'
/**
 * Hides a character or creator from lists, or blocks a person. Blocking a person hides their characters, and stops and hides comments between the two. 422 `oneself`. 409 `too_many_hidings` over 500.
 */
export const hide: Call<Done, OfHiding> = 'PUT /api/user/hidings/:kind/:id'
/** Shows a character or creator again, or unblocks a person. 422 `oneself`. 409 `too_many_hidings` over 500. */
export const unhide: Call<Done, OfHiding> = 'DELETE /api/user/hidings/:kind/:id'

/** The tags whose characters the user doesn't see. */
export const getBlockedTags: Call<BlockedTags> = 'GET /api/user/blocked-tags'
/** Replaces the tags whose characters the user doesn't see. The answer has them as saved: trimmed, unique ignoring case. 422 over 50 tags or 40 characters. */
export const saveBlockedTags: Call<BlockedTags, { body: BlockedTags }> = 'PUT /api/user/blocked-tags'
