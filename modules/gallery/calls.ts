/** The calls of the gallery. */

import type { ById, Call, Done } from '#modules/kernel/calls'
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

interface OfVersion {
  params: { id: string; number: number }
}
interface OfComment {
  params: { id: string; commentId: string }
}

export const listCharacters: Call<
  CharacterSummary[],
  { query: { q?: string; limit: number; sort?: Sort; mine?: true; liked?: true } }
> = 'GET /api/characters'
export const listTags: Call<string[]> = 'GET /api/characters/tags'
export const listChips: Call<Chip[]> = 'GET /api/characters/chips'
export const listShelves: Call<Shelf[]> = 'GET /api/characters/shelves'
export const suggestCharacters: Call<CharacterSuggestion[], { query: { q: string } }> =
  'GET /api/characters/suggestions'
/** A random character, preferably one that the user hasn't chatted with. 404 when there is none. */
export const getSurprise: Call<{ id: string }> = 'GET /api/characters/surprise'
export const listFrontCharacters: Call<CharacterSummary[]> = 'GET /api/characters/landing'
export const listStarters: Call<Starter[]> = 'GET /api/characters/starters'
/** With `edit`, owners get full texts even with adult content off, and others 403. */
export const getCharacter: Call<CharacterDetails, ById & { query?: { edit?: true } }> = 'GET /api/characters/:id'
export const listSimilar: Call<CharacterSummary[], ById> = 'GET /api/characters/:id/similar'
export const getSharedCharacter: Call<SharedCharacter, ById> = 'GET /api/characters/:id/share'
export const createCharacter: Call<
  CharacterDetails,
  { body: Omit<CharacterDraft, 'greeting'> & Partial<CharacterParts> }
> = 'POST /api/characters'
export const changeCharacter: Call<CharacterDetails, ById & { body: Partial<Omit<WholeDraft, 'greeting'>> }> =
  'PUT /api/characters/:id'
/** Copies a character into a private one of the user. Each call makes another copy. */
export const forkCharacter: Call<CharacterDetails, ById> = 'POST /api/characters/:id/fork'
export const deleteCharacter: Call<Done, ById> = 'DELETE /api/characters/:id'
export const toggleLike: Call<Pick<CharacterSummary, 'liked' | 'likes'>, ById> = 'POST /api/characters/:id/like'

/** Newest first, for the owner and admins. */
export const listVersions: Call<CharacterVersion[], ById> = 'GET /api/characters/:id/versions'
export const getVersion: Call<CharacterVersionDetails, OfVersion> = 'GET /api/characters/:id/versions/:number'
/** Creates a new version with the texts of an earlier one. */
export const restoreVersion: Call<CharacterDetails, OfVersion> = 'POST /api/characters/:id/versions/:number/restore'

/** With `parent`, the replies to a comment. `linked`: a comment that leads the first page if it isn't on it. */
export const listComments: Call<
  Comment[],
  ById & { query: { limit: number; sort?: CommentSort; parent?: string; linked?: string } }
> = 'GET /api/characters/:id/comments'
export const postComment: Call<Comment, ById & { body: { content: string; parentId?: string } }> =
  'POST /api/characters/:id/comments'
export const editComment: Call<Comment, OfComment & { body: { content: string } }> =
  'PUT /api/characters/:id/comments/:commentId'
export const removeComment: Call<Done, OfComment> = 'DELETE /api/characters/:id/comments/:commentId'
/** Works for half an hour. */
export const restoreComment: Call<Comment, OfComment> = 'POST /api/characters/:id/comments/:commentId/restore'

interface OfHiding {
  params: { kind: HidingKind; id: string }
}

export const listHidings: Call<HiddenThing[]> = 'GET /api/user/hidings'
export const hide: Call<Done, OfHiding> = 'PUT /api/user/hidings/:kind/:id'
export const unhide: Call<Done, OfHiding> = 'DELETE /api/user/hidings/:kind/:id'

export const getBlockedTags: Call<BlockedTags> = 'GET /api/user/blocked-tags'
export const saveBlockedTags: Call<BlockedTags, { body: BlockedTags }> = 'PUT /api/user/blocked-tags'
