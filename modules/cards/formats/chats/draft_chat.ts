import type { TransferredSettings } from '#modules/chat/index'
import type { ReportBuilder } from './chat_report.ts'
import type { JsonObject } from './values.ts'

export interface DraftAnswer {
  text: string
  /** Null if unknown or unreadable. */
  createdAt: Date | null
}

/** A message as a format's reader finds it, before the rules of all formats apply (`finish_chat.ts`). */
export interface DraftMessage extends DraftAnswer {
  role: 'user' | 'character'
  /** The name in the file. */
  speaker: string | null
  /** All answers, oldest first, if there are several. */
  answers: DraftAnswer[]
  /** The index in `answers`. */
  selected: number
  hidden: boolean
  /** Shown on the screen, and left out of prompts. */
  isHiddenFromPrompts: boolean
  /** The message's line in the file. Null for formats without lines. */
  original: Uint8Array | null
  /** For formats without lines, the fields that only exports use. */
  kept: JsonObject | null
}

export interface DraftHeader {
  title: string | null
  pins: string[]
  settings: TransferredSettings
  createdAt: Date | null
  original: Uint8Array | null
  /** As in a message. */
  kept: JsonObject | null
  /** Speakers with these names are the chat's character and its user. */
  characterName: string | null
  userName: string | null
}

export interface DraftChat {
  header: DraftHeader
  messages: AsyncIterable<DraftMessage> | Iterable<DraftMessage>
}

/** The information that a reader has in addition to the file. */
export interface ReadContext {
  /** The current time in epoch milliseconds. */
  now: number
  /** The title from the file's name. */
  fileTitle: string | null
  /** The character's first message and its alternates, for files that only have their index. */
  greetings: readonly string[]
  report: ReportBuilder
}

export const noSettings: TransferredSettings = { note: null, scenario: null, systemPrompt: null }

/** Creates a message with a single text. */
export const draftMessage = (
  fields: Pick<DraftMessage, 'role' | 'text'> & Partial<Omit<DraftMessage, 'role' | 'text'>>
): DraftMessage => ({
  speaker: null,
  createdAt: null,
  answers: [],
  selected: 0,
  hidden: false,
  isHiddenFromPrompts: false,
  original: null,
  kept: null,
  ...fields,
})

export const draftHeader = (fields: Partial<DraftHeader>): DraftHeader => ({
  title: null,
  pins: [],
  settings: noSettings,
  createdAt: null,
  original: null,
  kept: null,
  characterName: null,
  userName: null,
  ...fields,
})

/**
 * Adds the answers to a message, and replaces its text with the selected answer. Returns the message unchanged for fewer than two answers.
 */
export const withAnswers = (message: DraftMessage, answers: DraftAnswer[], selected: number): DraftMessage => {
  const at = Math.min(Math.max(0, selected), answers.length - 1)
  if (answers.length < 2) return message
  return { ...message, text: answers[at]!.text, answers, selected: at }
}
