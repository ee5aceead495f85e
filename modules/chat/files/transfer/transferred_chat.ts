import type { ChatSettings } from '../../sessions/api.ts'
import type { ExportedPicture } from '../export_pictures.ts'

/** The texts of a chat that files of other apps have, too. */
export type TransferredSettings = Pick<ChatSettings, 'note' | 'scenario' | 'systemPrompt'>

/** The part of a chat's file that describes the whole chat. */
export interface ImportedHeader {
  /** The app that wrote the file, for example `sillytavern`. */
  format: string
  /** The title, of at most `titleMax` characters. */
  title: string | null
  /** At most `pinsMax` pins of at most `pinMax` characters each. Only files that Facet exported have pins. */
  pins: string[]
  /** Within the limits of settings. */
  settings: TransferredSettings
  /** Null: the time of its first message. */
  createdAt: Date | null
  /** The header's line without its line break, for exports. Null for formats without such a line. */
  original: Uint8Array | null
}

export interface ImportedAnswer {
  text: string
  createdAt: Date
}

/** One message of a file. Its texts contain no NUL and no lone surrogates. */
export interface ImportedMessage {
  role: 'user' | 'character'
  /** Null: the chat's character, or its user. */
  speaker: string | null
  text: string
  createdAt: Date
  /** All answers, oldest first, if there are several. `text` is the selected one. Empty for messages of the user. */
  alternates: ImportedAnswer[]
  /** The index in `alternates`; 0 without alternates. */
  selected: number
  /** Kept for exports only, and never in a prompt or on the screen. Needs `original`. */
  hidden: boolean
  /** Shown on the screen, and left out of prompts. */
  isHiddenFromPrompts: boolean
  /** The message's line without its line break. Null for formats without lines. */
  original: Uint8Array | null
}

export interface ImportedSession {
  sessionId: string
  title: string | null
  /** The number of messages, without hidden ones. */
  messages: number
  lastMessageAt: Date
}

/** A message of a chat, or a hidden line. */
export type ExportedMessage =
  | { kind: 'hidden'; original: Uint8Array }
  | {
      kind: 'message'
      isUser: boolean
      /** As in an imported message. */
      speaker: string | null
      text: string
      createdAt: Date
      /** The tier that wrote the message. Null for messages of the user and for a character's first message. */
      tier: string | null
      /** All answers, oldest first, if there are several. */
      alternates: { text: string; createdAt: Date; tier: string | null }[]
      selected: number
      isHiddenFromPrompts: boolean
      /** Pictures that the user showed, or that were drawn of the message, with their files. Absent without any. */
      pictures?: readonly ExportedPicture[]
      /** The line that the message was imported from. The message may have changed since. */
      original: Uint8Array | null
    }

/** A chat for export. Its messages are read page by page. No database connection is held between two pages. */
export interface ExportedChat {
  title: string | null
  pins: string[]
  settings: TransferredSettings
  createdAt: Date
  /** The imported values, so that a header line without changes can be kept. Null for a chat that began here. */
  imported: { format: string; title: string | null; pins: string[]; header: Uint8Array | null } | null
  names: { character: string; user: string }
  /** The notice that a machine writes. */
  notice: string
  messages: AsyncIterable<ExportedMessage>
}
