/** Wire shapes, paths and limits of cards. Runs in a browser. */
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

export const paths = {
  importChats: '/api/chats/import',
} as const
