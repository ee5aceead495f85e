/** The calls of community. */

import type { CharacterSummary } from '#modules/gallery/api'
import type { ById, Call } from '#modules/kernel/calls'
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

export const getCreatorStatistics: Call<CreatorStatistics, InRange> = 'GET /api/user/statistics'
/** The same numbers as a CSV file. */
export const getCreatorStatisticsFile: Call<never, InRange> = 'GET /api/user/statistics/csv'
export const getCharacterStatistics: Call<CharacterStatistics, ById & InRange> = 'GET /api/characters/:id/statistics'
export const getCharacterStatisticsFile: Call<never, ById & InRange> = 'GET /api/characters/:id/statistics/csv'

interface OfPage {
  query: { limit: number }
}

export const getProfileSettings: Call<ProfileSettings> = 'GET /api/user/profile'
export const changeProfile: Call<ProfileSettings, { body: Partial<ProfileSettings> }> = 'PUT /api/user/profile'

export const getCreator: Call<CreatorPage, { params: { username: string } }> = 'GET /api/creators/:username'
/** The characters of a creator with a page, the latest publication first. */
export const listCreatorCharacters: Call<CharacterSummary[], ById & OfPage> = 'GET /api/creators/:id/characters'
/** The people with a page whose username or first name contains a text. */
export const findPeople: Call<FoundPerson[], { query: { q: string } }> = 'GET /api/people'

export const getFollowing: Call<Following, ById> = 'GET /api/following/:id'
export const follow: Call<Following, ById> = 'PUT /api/following/:id'
export const unfollow: Call<Following, ById> = 'DELETE /api/following/:id'
/** New characters of the creators that the caller follows. */
export const listFollowedCharacters: Call<CharacterSummary[], OfPage> = 'GET /api/following/characters'
