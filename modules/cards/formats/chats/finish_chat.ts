import type { ImportedAnswer, ImportedHeader, ImportedMessage } from '#modules/chat/index'
import { isBlank, isStorable } from '#modules/kernel/text'
import { ChatRefused } from './chat_refused.ts'
import type { ReportBuilder } from './chat_report.ts'
import type { DraftChat, DraftMessage } from './draft_chat.ts'
import { DateFiller, type Dated } from './fill_dates.ts'
import { toJson } from './json_text.ts'
import { fromStored, toStored } from './kept_parts.ts'
import { chatFileLimits } from './limits.ts'
import { isShowable, type JsonObject } from './values.ts'

/** Counts the messages and answers in all chats of a file. Throws `ChatRefused` beyond a limit. */
export class FileTotals {
  #messages = 0
  #answers = 0

  add({ answers }: DraftMessage) {
    this.#answers += answers.length
    if (++this.#messages > chatFileLimits.messagesMax)
      throw new ChatRefused(
        'too_many_messages',
        `This file has more than ${chatFileLimits.messagesMax.toLocaleString('en')} messages. Split it into several chats.`
      )
    if (this.#answers > chatFileLimits.answersTotalMax)
      throw new ChatRefused(
        'too_many_answers',
        `This file has more than ${chatFileLimits.answersTotalMax.toLocaleString('en')} swipes. Split it into several chats.`
      )
  }
}

interface FinishContext {
  format: string
  now: number
  /** The name of Facet's character. Its own messages are stored without a speaker. */
  characterName: string
  report: ReportBuilder
  totals: FileTotals
}

/** A chat without any date begins this long before the import. */
const undatedMs = 600_000

export const headerOf = ({ header }: DraftChat, format: string, report: ReportBuilder): ImportedHeader => {
  const { title, pins, settings, createdAt, original, kept } = header
  return { format, title, pins, settings, createdAt, original: original ?? toStored(kept, format, report) }
}

/** Applies the rules of all formats: dates, speakers, hidden messages and limits. */
export async function* finishMessages(chat: DraftChat, context: FinishContext): AsyncGenerator<ImportedMessage> {
  const filler = new DateFiller<DraftMessage>(chat.header.createdAt, context.now - undatedMs)
  const speakerOf = speakers(chat, context.characterName)
  const finish = (drafts: Dated<DraftMessage>[]) => drafts.map((draft) => finished(draft, speakerOf(draft), context))
  for await (const draft of chat.messages) {
    context.totals.add(draft)
    yield* finish(filler.push(draft))
  }
  yield* finish(filler.end())
}

const finished = (draft: Dated<DraftMessage>, speaker: string | null, context: FinishContext): ImportedMessage => {
  const { role, text, createdAt, answers, selected } = draft
  const hidden = draft.hidden || !isShowable(text)
  const isHiddenFromPrompts = draft.isHiddenFromPrompts && !hidden
  if (isHiddenFromPrompts) context.report.count('hiddenFromPrompts')
  if (!hidden) context.report.messages++
  else context.report.count(draft.hidden ? 'hidden' : isBlank(text) ? 'blank' : 'tooLong')
  const alternates =
    hidden || role === 'user' || !answers.every((answer) => isShowable(answer.text))
      ? []
      : answers.map((answer): ImportedAnswer => ({
          text: storableText(answer.text),
          createdAt: answer.createdAt ?? createdAt,
        }))
  const message = {
    role,
    speaker,
    text: storableText(text),
    createdAt,
    alternates,
    selected: alternates.length > 0 ? selected : 0,
  }
  const kept = toStored(draft.kept, context.format, context.report)
  const original =
    draft.original ?? (hidden ? hiddenLine(message, { isComment: draft.hidden, kept: kept && fromStored(kept) }) : kept)
  return { ...message, hidden, isHiddenFromPrompts, original }
}

/** Throws for a text that a reader hasn't cleaned, because the database would refuse it. */
const storableText = (text: string): string => {
  if (!isStorable(text)) throw new Error('A reader of chats returned a text that can’t be stored')
  return text
}

/** Returns the line that an export writes for a hidden message of a format without lines. */
const hiddenLine = (
  { role, speaker, text, createdAt }: Pick<ImportedMessage, 'role' | 'speaker' | 'text' | 'createdAt'>,
  { isComment, kept }: { isComment: boolean; kept: JsonObject | null }
): Uint8Array =>
  new TextEncoder().encode(
    toJson({
      name: speaker ?? (role === 'user' ? 'User' : 'System'),
      is_user: role === 'user',
      is_system: true,
      send_date: createdAt.toISOString(),
      mes: text,
      // Without the type, it would be a message that is hidden from prompts.
      extra: { ...(isComment && { type: 'comment' }), ...kept },
    })
  )

/**
 * Returns a function that finds the speaker of a message, or null for the chat's character and its user. If the header has no user name,
 * the first visible message of a user provides it.
 */
const speakers = ({ header }: DraftChat, characterName: string) => {
  const characters = new Set([header.characterName, characterName])
  let userName = header.userName
  return ({ role, speaker, hidden }: DraftMessage): string | null => {
    if (role === 'user') {
      if (!hidden) userName ??= speaker
      return speaker === userName ? null : speaker
    }
    return characters.has(speaker) ? null : speaker
  }
}
