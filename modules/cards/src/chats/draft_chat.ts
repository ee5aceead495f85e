import type { ReportBuilder } from './chat_report.ts'

export interface DraftAnswer {
  text: string
  /** Null: unknown or unreadable. */
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
  /** Its line in the file, for formats with lines. */
  original: Uint8Array | null
}

export interface DraftHeader {
  title: string | null
  pins: string[]
  createdAt: Date | null
  original: Uint8Array | null
  /** Speakers with these names are the chat's character and its user. */
  characterName: string | null
  userName: string | null
}

export interface DraftChat {
  header: DraftHeader
  messages: AsyncIterable<DraftMessage> | Iterable<DraftMessage>
}

/** What a reader knows beside the file. */
export interface ReadContext {
  /** Epoch milliseconds. */
  now: number
  /** The title that the file's name gives. */
  fileTitle: string | null
  /** The character's first message and the alternates of it, for files that only count them. */
  greetings: readonly string[]
  report: ReportBuilder
}

/** A message with one text. */
export const draftMessage = (
  fields: Pick<DraftMessage, 'role' | 'text'> & Partial<Omit<DraftMessage, 'role' | 'text'>>
): DraftMessage => ({
  speaker: null,
  createdAt: null,
  answers: [],
  selected: 0,
  hidden: false,
  original: null,
  ...fields,
})

export const draftHeader = (fields: Partial<DraftHeader>): DraftHeader => ({
  title: null,
  pins: [],
  createdAt: null,
  original: null,
  characterName: null,
  userName: null,
  ...fields,
})

/** Puts several answers into a message. The selected one is its text. Without several, there is no choice to keep. */
export const withAnswers = (message: DraftMessage, answers: DraftAnswer[], selected: number): DraftMessage => {
  const at = Math.min(Math.max(0, selected), answers.length - 1)
  if (answers.length < 2) return message
  return { ...message, text: answers[at]!.text, answers, selected: at }
}
