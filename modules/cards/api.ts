/** Wire shapes and limits of cards. Runs in a browser. */
import type { ChatReport } from './formats/chats/chat_report.ts'

export type { ChatFormat, ChatReport } from './formats/chats/chat_report.ts'

/** The maximum size of an imported chat file. */
export const chatFileBytesMax = 64 * 1_048_576

export const chatImportLimits = {
  /** Imports per user and hour, refused ones included. */
  perHour: 1_000,
  /** Imports that a process runs at once. */
  atOnce: 2,
} as const

/** One of the chats of a file. */
export interface ImportedChat {
  sessionId: string
  title: string | null
  /** Excludes hidden messages. */
  messageCount: number
}

export interface ChatImportAnswer {
  /** The chat with the latest message, if the file has several. */
  sessionId: string
  characterId: string
  /** The number of messages in all chats together. Excludes hidden messages. */
  messageCount: number
  /** All chats, in the file's order. */
  sessions: ImportedChat[]
  report: ChatReport
}

export const cardImportLimits = {
  /** The number of files in a request. A zip is a single file. */
  filesMax: 100,
  fileBytesMax: 64 * 1_048_576,
  requestBytesMax: 1_073_741_824,
  /** Requests per user and hour, previews included. */
  perHour: 300,
  /** Imports that a process runs at once. */
  atOnce: 2,
} as const

/**
 * The rules for a card that the user already has: skip it, save it as a new version of the character, or import it as another character.
 * `version` also applies to other versions of the card, which `skip` imports as new characters.
 */
export const duplicatesRules = ['skip', 'version', 'copy'] as const
export type DuplicatesRule = (typeof duplicatesRules)[number]

/** The report on reading a file: sentences and paths for the user who imported it. */
export interface CardFileReport {
  /** The format, such as `v3`, `byaf` or `sillytavern`. `chat` for a chat, which is refused here. Null if it wasn't recognized. */
  format: string | null
  /** The specification or version that the card declares, such as `chara_card_v3 3.0`. */
  spec: string | null
  /** Paths that the original keeps and Facet doesn't use. */
  kept: string[]
  /** Deviations from the specification, and how Facet read them. */
  warnings: string[]
  refusedBecause: string | null
}

/** A summary of a card's contents, mainly for the preview. */
export interface CardContents {
  teaser: string
  category: string
  tags: string[]
  isNsfw: boolean
  /** The number of greetings: the first message, its alternates and the greetings for groups. */
  greetings: number
  lorebookEntries: number
  assets: number
  /** The number of chats in a Backyard file. */
  chats: number
  /** Forbidden words: the character can't be published with them. */
  forbiddenWords: string[]
  /** A `data:` URL with a thumbnail of the card's picture. Only set in previews. */
  picture: string | null
}

/** The fields in which a card may differ from a character that it would update. */
export const comparedFields = [
  'name',
  'nickname',
  'description',
  'personality',
  'backstory',
  'scenario',
  'firstMessage',
  'greeting',
  'alternateGreetings',
  'groupGreetings',
  'exampleDialogue',
  'systemPrompt',
  'postHistoryInstructions',
  'depthNote',
  'creatorNotes',
  'creatorName',
  'version',
  'source',
  'category',
  'tags',
  'isNsfw',
  'lorebook',
] as const
export type ComparedField = (typeof comparedFields)[number]

export const differenceLimits = {
  /** Differences per card. */
  countMax: 40,
  /** The length of a text in a difference. Of a longer text, it has the part around the difference. */
  textMax: 2_000,
  /** The length of all differences in a response. */
  lengthMax: 1_000_000,
} as const

/** A text that a card would change. A missing text is null. */
export interface CardDifference {
  field: ComparedField
  /** The position in a list of texts, such as greetings, from 1. Null for other fields. */
  number: number | null
  before: string | null
  after: string | null
}

/** The user's character or lorebook that the rule `version` updates with a file. */
export interface CardMatch {
  id: string
  name: string
  /** `card`: this card, now or earlier. `source`: it comes from the same place. `creator`: it has the same name and creator. */
  by: 'card' | 'source' | 'creator'
  /** The texts that the update would change. Null outside of previews, and if it would exceed the limits of a response. */
  differences: CardDifference[] | null
  /** The number of differences beyond `differenceLimits.countMax`. */
  moreDifferences: number
}

/** The outcome of one file. A zip of cards has one for each file in it. */
export interface CardFileOutcome {
  /** The name of the file, such as `pack.zip/ann.png`. */
  file: string
  /** `double` means that the user already has this card, so the rule `skip` left it out. */
  outcome: 'imported' | 'double' | 'refused'
  /** The new character, or the existing one that the card duplicates. `id` is null in previews of new characters. */
  character: { id: string | null; name: string } | null
  /** Null for refused files, and for cards and lorebooks that the user has in no version. Imports only look for the one that they update. */
  match: CardMatch | null
  lorebook: { id: string | null; name: string; entryCount: number } | null
  contents: CardContents | null
  report: CardFileReport
}

export const cardFormats = ['png', 'charx', 'json'] as const
export type CardFormat = (typeof cardFormats)[number]
export const cardSpecs = ['v2', 'v3'] as const
export type CardSpec = (typeof cardSpecs)[number]

export const cardExportLimits = {
  /** Cards per user and hour. */
  perHour: 600,
  /** Archives of all characters, per user and hour. */
  archivesPerHour: 10,
  /** Cards that a process writes at once. */
  atOnce: 3,
  /** Unfinished downloads of a user, per process. */
  downloadsAtOnce: 8,
  /** Open archives in a process. A user has one at a time. Their cards count in `atOnce`, one by one. */
  archivesAtOnce: 16,
} as const

export const lorebookFileLimits = {
  fileBytesMax: 64 * 1_048_576,
  /** Imports per user and hour, refused ones included. Exports have a limit of the same size. */
  perHour: 300,
  /** Imports that a process runs at once. */
  atOnce: 2,
} as const

export interface LorebookImportAnswer {
  id: string
  name: string
  entryCount: number
  report: CardFileReport
}

export const lorebookFormats = ['v3', 'sillytavern'] as const
export type LorebookFormat = (typeof lorebookFormats)[number]
