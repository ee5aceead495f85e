import type { ChatSettings } from '#modules/chat/api'
import { chatFileLimits } from './limits.ts'

export const chatFormats = [
  'sillytavern',
  'sillytavern_group',
  'chub',
  'ooba',
  'agnai',
  'risu',
  'character_ai',
  'kobold_lite',
  'byaf',
] as const
export type ChatFormat = (typeof chatFormats)[number]

type SettingName = keyof Pick<ChatSettings, 'note' | 'scenario' | 'systemPrompt'>

/** The results of a chat import, with sentences for users. */
export interface ChatReport {
  format: ChatFormat
  /** The number of messages, without hidden messages. */
  messages: number
  /** Fields that are stored for exports, and that Facet doesn't use. */
  kept: string[]
  warnings: string[]
  /** The settings of the chats that the file has set. */
  settings: SettingName[]
}

/** The findings that a report counts, each with a singular and a plural sentence. */
const sentences = {
  unreadableLine: ['One line is not readable and was left out', 'lines are not readable and were left out'],
  notUtf8: [
    'One line is not valid UTF-8. It was read as Latin-1, or without its damaged characters',
    'lines are not valid UTF-8. They were read as Latin-1, or without their damaged characters',
  ],
  unreadableDate: [
    'One date is not readable; it was set between its neighbors',
    'dates are not readable; each was set between its neighbors',
  ],
  hidden: ['One system line or comment is kept, but not shown', 'system lines and comments are kept, but not shown'],
  hiddenFromPrompts: [
    'One message was hidden from prompts, and still is',
    'messages were hidden from prompts, and still are',
  ],
  blank: ['One message without text is kept, but not shown', 'messages without text are kept, but not shown'],
  tooLong: [
    `One message has more than ${chatFileLimits.textMax.toLocaleString('en')} characters; it is kept, but not shown`,
    `messages have more than ${chatFileLimits.textMax.toLocaleString('en')} characters; they are kept, but not shown`,
  ],
  selection: [
    'One selected swipe didn’t exist; the nearest was taken',
    'selected swipes didn’t exist; the nearest were taken',
  ],
  swipeDiffers: [
    'One message differs from its selected swipe; its own text was taken',
    'messages differ from their selected swipes; their own texts were taken',
  ],
  userSwipes: [
    'Swipes of one of your own messages are kept, but not shown',
    'of your own messages have swipes, which are kept, but not shown',
  ],
  tooManyAnswers: [
    `One message has more than ${chatFileLimits.answersMax.toLocaleString('en')} swipes; the rest is kept, but not shown`,
    `messages have more than ${chatFileLimits.answersMax.toLocaleString('en')} swipes; the rest is kept, but not shown`,
  ],
  otherBranches: [
    'One message of another branch is kept, but not shown',
    'messages of other branches are kept, but not shown',
  ],
  emptyChats: ['One chat without messages was left out', 'chats without messages were left out'],
} as const satisfies Record<string, readonly [one: string, several: string]>

export type Counted = keyof typeof sentences

/** Collects a report while a file is read. */
export class ReportBuilder {
  readonly #counts = new Map<Counted, number>()
  readonly #kept = new Map<string, number>()
  readonly #notes: string[] = []
  messages = 0
  readonly settings = new Set<SettingName>()

  count(what: Counted) {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  /** Records that the file has this field. */
  keep(field: string) {
    const count = this.#kept.get(field)
    if (count !== undefined || this.#kept.size < chatFileLimits.keptMax) this.#kept.set(field, (count ?? 0) + 1)
  }

  note(sentence: string) {
    if (!this.#notes.includes(sentence)) this.#notes.push(sentence)
  }

  finish(format: ChatFormat): ChatReport {
    const counted = [...this.#counts].map(([what, count]) => {
      const [one, several] = sentences[what]
      return count === 1 ? `${one}.` : `${count.toLocaleString('en')} ${several}.`
    })
    return {
      format,
      messages: this.messages,
      kept: [...this.#kept].map(([field, count]) => (count > 1 ? `${field} (${count.toLocaleString('en')})` : field)),
      warnings: [...this.#notes, ...counted],
      settings: [...this.settings],
    }
  }
}
