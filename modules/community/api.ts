/** Wire types and limits of community, also for the browser. */

/** Lengths in Unicode code points. */
export const limits = {
  aboutMax: 1_000,
  linksMax: 5,
  linkMax: 200,
  profileChangesPerHour: 60,
  followsMax: 1_000,
  followChangesPerHour: 60,
  /** How long a character of a followed creator is new. */
  newDays: 30,
  pageDefault: 24,
  pageMax: 60,
  /** People in an answer to a search. */
  peopleMax: 5,
  queryMax: 100,
  searchesPerMinute: 120,
} as const

/** A person's public profile, as the person sets it. */
export interface ProfileSettings {
  /** Whether the profile is public even without a public character. */
  isPublic: boolean
  /** Markdown. */
  about: string
  /** Addresses that begin with `https:`. */
  links: string[]
}

/** The page `/u/{username}`. The counts are those of the characters that the caller may see. */
export interface CreatorPage extends Omit<ProfileSettings, 'isPublic'> {
  id: string
  /** The present username, also for an address with a former one. */
  username: string
  firstName: string | null
  picture: string | null
  characters: number
  followers: number
  likes: number
  messages: number
}

/** A result of a search for people. */
export interface FoundPerson {
  id: string
  username: string
  firstName: string | null
  picture: string | null
  followers: number
}

/** How the caller and a creator are connected. */
export interface Following {
  isFollowed: boolean
  followers: number
}
