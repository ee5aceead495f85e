import { isUtf8 } from 'node:buffer'
import { newId } from '#modules/kernel/ids'
import type { ImportedMessage } from './transferred_chat.ts'

/** A batch is stored when it reaches either limit. */
const messagesMax = 1_000
const charactersMax = 1_000_000

/** The name of the tier for answers that no tier of this server wrote. */
export const importedTier = 'imported'

interface MessageEntry {
  id: string
  position: number
  isUser: boolean
  speaker: string | null
  content: string
  createdAt: Date
  answerId: string | null
  isHidden: boolean
}

interface AnswerEntry {
  id: string
  messageId: string
  position: number
  content: string
  createdAt: Date
}

/** A line as text, or as base64 if PostgreSQL can't store its bytes as text. */
interface LineEntry {
  position: number
  isHidden: boolean
  text: string | null
  base64: string | null
}

/** Rows of messages, their answers and their lines, as JSON for one statement. */
export class MessageBatch {
  readonly #messages: MessageEntry[] = []
  readonly #answers: AnswerEntry[] = []
  readonly #lines: LineEntry[] = []
  #characters = 0
  /** The size of the texts and lines. */
  bytes = 0

  get isEmpty() {
    return this.#messages.length === 0 && this.#lines.length === 0
  }

  get isFull() {
    return this.#messages.length + this.#lines.length >= 2 * messagesMax || this.#characters >= charactersMax
  }

  add(message: ImportedMessage, position: number) {
    const { role, speaker, text, createdAt, alternates, selected, hidden, isHiddenFromPrompts, original } = message
    if (original) this.#addLine(original, position, hidden)
    if (hidden) return
    const id = newId()
    const answerIds = alternates.map((_, index) => (index === 0 ? id : newId()))
    this.#messages.push({
      id,
      position,
      isUser: role === 'user',
      speaker,
      content: text,
      createdAt,
      answerId: answerIds[selected] ?? null,
      isHidden: isHiddenFromPrompts,
    })
    this.#count(text)
    for (const [index, answer] of alternates.entries()) {
      this.#answers.push({
        id: answerIds[index]!,
        messageId: id,
        position: index + 1,
        content: answer.text,
        createdAt: answer.createdAt,
      })
      this.#count(answer.text)
    }
  }

  #addLine(line: Uint8Array, position: number, isHidden: boolean) {
    const buffer = Buffer.from(line.buffer, line.byteOffset, line.byteLength)
    const isText = isUtf8(buffer) && !buffer.includes(0)
    this.#lines.push({
      position,
      isHidden,
      text: isText ? buffer.toString('utf8') : null,
      base64: isText ? null : buffer.toString('base64'),
    })
    this.bytes += buffer.byteLength
    this.#characters += buffer.byteLength
  }

  #count(text: string) {
    this.bytes += Buffer.byteLength(text)
    this.#characters += text.length
  }

  /** Returns the three lists of the batch as JSON, for the parameters of `insertBatch`. */
  toValues(): [messages: string, answers: string, lines: string] {
    return [JSON.stringify(this.#messages), JSON.stringify(this.#answers), JSON.stringify(this.#lines)]
  }
}

/** Parameters: the session, the user, the tier, and the three lists of a batch. */
export const insertBatch = `
  WITH given AS (SELECT ?::uuid AS session_id, ?::uuid AS user_id, ?::text AS tier), messages AS (
    INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, speaker, content, created_at, tier, answer_id, hidden_at)
    SELECT user_id, id, session_id, position, CASE WHEN "isUser" THEN user_id END, speaker, content, "createdAt",
      CASE WHEN NOT "isUser" THEN tier END, "answerId", CASE WHEN "isHidden" THEN now() END
    FROM given, json_to_recordset(?::json) AS message (id uuid, position integer, "isUser" boolean, speaker text, content text,
      "createdAt" timestamptz, "answerId" uuid, "isHidden" boolean)
  ), answers AS (
    INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at)
    SELECT user_id, id, "messageId", position, content, 0, 'complete', tier, false, "createdAt"
    FROM given, json_to_recordset(?::json) AS answer (id uuid, "messageId" uuid, position integer, content text, "createdAt" timestamptz)
  )
  INSERT INTO chat_import_lines (user_id, chat_session_id, position, is_hidden, line)
  SELECT user_id, session_id, position, "isHidden", coalesce(convert_to(text, 'UTF8'), decode(base64, 'base64'))
  FROM given, json_to_recordset(?::json) AS line (position integer, "isHidden" boolean, text text, base64 text)`
