/** The calls of community. */

import type { CharacterSummary } from '#modules/gallery/api'
import type { ById, Call, Done, Page } from '#modules/kernel/calls'
import type {
  CharacterStatistics,
  Collection,
  CollectionBody,
  CreatorPage,
  CreatorStatistics,
  Following,
  FoundPerson,
  OwnCollection,
  ProfileSettings,
  StatisticsRange,
} from './api.ts'

interface InRange {
  query: { days: StatisticsRange }
}

/** Statistics of all the caller's characters together, with up to 100 of them. */
export const getCreatorStatistics: Call<CreatorStatistics, InRange> = 'GET /api/user/statistics'
/**
 * The statistics of all the caller's characters as a CSV file.
 * @answers 200 text/csv
 */
export const getCreatorStatisticsFile: Call<never, InRange> = 'GET /api/user/statistics/csv'
/** Statistics of the caller's own character, otherwise 404. `days` is 7, 30 (default) or 90. */
export const getCharacterStatistics: Call<CharacterStatistics, ById & InRange> = 'GET /api/characters/:id/statistics'
/**
 * The statistics of a character as a CSV file.
 * @answers 200 text/csv
 */
export const getCharacterStatisticsFile: Call<never, ById & InRange> = 'GET /api/characters/:id/statistics/csv'

interface OfPage {
  query?: Page
}

/** The caller's public profile. */
export const getProfileSettings: Call<ProfileSettings> = 'GET /api/user/profile'
/**
 * Changes the caller's public profile. `about`: Markdown, at most 1,000 characters. `links`: at most five `https` addresses of 200 characters.
 * 422 `content_not_allowed`. 60 an hour.
 */
export const changeProfile: Call<ProfileSettings, { body: Partial<ProfileSettings> }> = 'PUT /api/user/profile'

/**
 * The page of a creator. `username` is the present one, also for one that was given up within 30 days. 404 for all others. See
 * [Creators](#creators).
 */
export const getCreator: Call<CreatorPage, { params: { username: string } }> = 'GET /api/creators/:username'
/** The characters of a creator with a page, the latest publication first. `limit` 1 to 60, `cursor`. */
export const listCreatorCharacters: Call<CharacterSummary[], ById & OfPage> = 'GET /api/creators/:id/characters'
/** At most 5 people with a page whose username or first name contains a text. 120 a minute. */
export const findPeople: Call<FoundPerson[], { query: { q: string } }> = 'GET /api/people'

/** Whether the caller follows a creator. 404 without a page. */
export const getFollowing: Call<Following, ById> = 'GET /api/following/:id'
/** Follows a creator. 404 without a page. 409 `too_many_follows` over 1,000. 422 `oneself`. 60 an hour. */
export const follow: Call<Following, ById> = 'PUT /api/following/:id'
/** No longer follows a creator. 60 an hour. */
export const unfollow: Call<Following, ById> = 'DELETE /api/following/:id'
/** The characters of the last 30 days by creators that the caller follows. `limit`, `cursor`. */
export const listFollowedCharacters: Call<CharacterSummary[], OfPage> = 'GET /api/following/characters'

/** The caller's collections by name. `character`: the id of a character that `holds` is about. */
export const listCollections: Call<OwnCollection[], { query: { character?: string | undefined } }> =
  'GET /api/collections'
/**
 * Makes a collection. `name`: at most 60 characters, `about`: Markdown of at most 500. 422 `content_not_allowed`, 409 `too_many_collections` over
 * 100. 600 changes an hour.
 * @answers 201
 */
export const createCollection: Call<OwnCollection, { body: CollectionBody }> = 'POST /api/collections'
/** Changes the given fields of a collection. A public one is shown on its user's page. */
export const changeCollection: Call<OwnCollection, ById & { body: Partial<CollectionBody> }> =
  'PUT /api/collections/:id'
/** Deletes a collection. Its characters stay. */
export const deleteCollection: Call<Done, ById> = 'DELETE /api/collections/:id'
/** The characters of the caller's collection, as far as the caller may see them, the newest first. */
export const listCollected: Call<CharacterSummary[], ById> = 'GET /api/collections/:id/characters'

interface OfCollected {
  params: { id: string; characterId: string }
}

/** Adds a character to a collection. Safe to repeat. 404 for one that the caller can't see, 409 `full_collection` over 200. */
export const collectCharacter: Call<Done, OfCollected> = 'PUT /api/collections/:id/characters/:characterId'
/** Takes a character out of a collection. */
export const uncollectCharacter: Call<Done, OfCollected> = 'DELETE /api/collections/:id/characters/:characterId'
/** The public collections of a creator with a page. */
export const listPublicCollections: Call<Collection[], ById> = 'GET /api/creators/:id/collections'
/** The characters of a public collection, as far as the caller may see them, the newest first. */
export const listPublicCollected: Call<CharacterSummary[], { params: { id: string; collectionId: string } }> =
  'GET /api/creators/:id/collections/:collectionId/characters'
