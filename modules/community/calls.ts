/** The calls of community. */

import type { CharacterSummary } from '#modules/gallery/api'
import type { ById, Call, Page } from '#modules/kernel/calls'
import type {
  CharacterStatistics,
  CreatorPage,
  CreatorStatistics,
  Following,
  FoundPerson,
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
