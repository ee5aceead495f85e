/** Wire shapes, paths and limits of cards. Runs in a browser. */
import { pathSegment } from '#modules/kernel/path_segment'
import type { ChatReport } from './src/chats/chat_report.ts'

export type { ChatFormat, ChatReport } from './src/chats/chat_report.ts'

/** The file of an imported chat. */
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
  /** Without hidden messages. */
  messageCount: number
}

export interface ChatImportAnswer {
  /** The chat with the latest message, if the file has several. */
  sessionId: string
  characterId: string
  /** Of all chats. */
  messageCount: number
  /** All chats, in the file's order. */
  sessions: ImportedChat[]
  report: ChatReport
}

export const cardImportLimits = {
  /** Files of one request. A zip counts as one. */
  filesMax: 100,
  fileBytesMax: 64 * 1_048_576,
  requestBytesMax: 1_073_741_824,
  /** Requests per user and hour, previews included. */
  perHour: 300,
  /** Imports that a process runs at once. */
  atOnce: 2,
} as const

/** What happens to a card that the user has already: leave it out, save it as a new version, or import it once more. */
export const doublesRules = ['skip', 'version', 'copy'] as const
export type DoublesRule = (typeof doublesRules)[number]

/** How a file was read. Sentences and paths, for the user who brought it. */
export interface CardFileReport {
  /** Such as `v3`, `byaf` or `sillytavern`. `chat` for a chat, which is refused here. Null if it wasn't recognised. */
  format: string | null
  /** What the card says of itself, such as `chara_card_v3 3.0`. */
  spec: string | null
  /** Paths that the original keeps and Facet doesn't use. */
  kept: string[]
  /** What differs from the specification, and how it was read. */
  warnings: string[]
  refusedBecause: string | null
}

/** What a card holds, for the preview. */
export interface CardContents {
  teaser: string
  category: string
  tags: string[]
  isNsfw: boolean
  /** The first message and its alternates, also those for groups. */
  greetings: number
  lorebookEntries: number
  assets: number
  /** Chats in an archive of Backyard. */
  chats: number
  /** Forbidden words: the character can't be published with them. */
  forbiddenWords: string[]
  /** A small `data:` address of the card's picture. In previews only. */
  picture: string | null
}

/** The outcome of one file. A zip of cards has one for each file in it. */
export interface CardFileOutcome {
  /** The name of the file, such as `pack.zip/ann.png`. */
  file: string
  /** `double`: the user has this card already. */
  outcome: 'imported' | 'double' | 'refused'
  /** The new character, or the one that the card is a double of. `id` is null in previews of new ones. */
  character: { id: string | null; name: string } | null
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
  /** Archives that a process writes at once. A user has one at a time. */
  archivesAtOnce: 2,
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

export const paths = {
  importChats: '/api/chats/import',
  importCards: '/api/cards',
  previewCards: '/api/cards?dryRun=true',
  /** All characters of the caller, as a zip of cards. */
  ownCards: '/api/cards/export',
  card: (characterId: string, format: CardFormat, spec: CardSpec) =>
    `/api/characters/${pathSegment(characterId)}/card?format=${format}&spec=${spec}`,
  importLorebook: '/api/lorebooks/import',
  lorebookFile: (id: string, format: LorebookFormat) => `/api/lorebooks/${pathSegment(id)}/export?format=${format}`,
} as const
