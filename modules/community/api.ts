/** Wire types and limits of community, also for the browser. */

/** The ranges of statistics, in closed days. */
export const statisticsRanges = [7, 30, 90] as const
export type StatisticsRange = (typeof statisticsRanges)[number]

export const statisticsLimits = {
  /** The newest cells of an answer. Older ones are left out. */
  cellsMax: 5_000,
  /** The characters that are listed with their totals, and the marks of versions. */
  charactersMax: 100,
  versionsMax: 100,
} as const

/** A chat counts as left when this many days have passed without a message. */
export const leftAfterDays = 14

/** The buckets of left chats, by the fewest messages of their reader. */
export const leftBuckets = [1, 2, 5, 10, 20, 50, 100] as const

/** Numbers about readers. Chats are begun ones, or left ones in a cell of left chats. */
export interface StatisticsNumbers {
  views: number
  chats: number
  messages: number
  rerolls: number
  stops: number
  /** Answers, and their length in characters altogether. */
  answers: number
  answerCharacters: number
}

/** `view`: opened the page. `talk`: chatted. `left`: had a chat that ended. */
export type StatisticsKind = 'view' | 'talk' | 'left'

/** The numbers of at least five people, over whole days in UTC. */
export interface StatisticsCell extends StatisticsNumbers {
  kind: StatisticsKind
  firstDay: string
  lastDay: string
  /** Versions of the character, or buckets of left chats. Null for all characters together. */
  parts: { first: number; last: number } | null
  /** Null for all characters together, whose readers may be the same people. */
  people: number | null
  /** People who had a chat from an earlier day. Null: fewer than five did, or fewer than five didn't. */
  returned: number | null
}

interface StatisticsFrame {
  range: StatisticsRange
  /** The first day that is counted, and the last one that is closed. Null before the first count. */
  startedOn: string | null
  closedThrough: string | null
  /** Newest first. A cell belongs to the range if its last day does. */
  cells: StatisticsCell[]
  /** Older cells of the range are left out. */
  isCut: boolean
}

/** The statistics of a character. */
export interface CharacterStatistics extends StatisticsFrame {
  character: { id: string; name: string }
  /** The versions that began within the range, oldest first. */
  versions: { number: number; createdAt: string }[]
}

/** The statistics of all characters of a creator. */
export interface CreatorStatistics extends StatisticsFrame {
  /** The characters with the most messages first. The name of a deleted character is null. */
  characters: (StatisticsNumbers & { id: string; name: string | null })[]
}

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
  /** Collections of a user, and characters of a collection. */
  collectionsMax: 100,
  collectedMax: 200,
  collectionNameMax: 60,
  collectionAboutMax: 500,
  collectionChangesPerHour: 600,
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

/** A list of characters that a user made. */
export interface Collection {
  id: string
  name: string
  /** Markdown. May be empty. */
  about: string
}

export interface OwnCollection extends Collection {
  /** Whether people see it on its user's page. */
  isPublic: boolean
  /** How many characters it has, also deleted and hidden ones. */
  characters: number
  /** Whether it has the character that was asked for. */
  holds: boolean
}

export interface CollectionBody {
  name: string
  about?: string
  isPublic?: boolean
}
