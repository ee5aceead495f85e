import type { Database } from '@adonisjs/lucid/database'
import type { StoredPersona } from '#modules/accounts/index'
import { statement } from '#modules/kernel/sql'
import { isBlankMessage } from '#modules/kernel/macros'
import { limits, type ChatData } from '../../api.ts'
import { personaColumn } from '../prompt/reply_setup.ts'
import { alternatesOf, messageColumns, type MessageJson } from '../generating/message_row.ts'
import { pinDepthsOf, type SessionRow } from './to_session.ts'

/** A session with a page of its messages. */
export interface ChatRow extends SessionRow {
  /** The version of the character. Null in a chat that was created without a version, until its first message. */
  character_version: number | null
  messages: MessageJson[]
  has_older: boolean
  has_newer: boolean
  /** The user's persona in this chat. Null: the default persona. */
  persona: StoredPersona | null
  /** The running reply. */
  reply: ChatData['replyUnderWay']
  branches: ChatData['branches'] | null
  draft: ChatData['draft'] | null
}

/** Commits without waiting for the disk. A lost empty chat does no harm, and the first message flushes the chat with it. */
export const withoutFlush = `set_config('synchronous_commit', 'off', true) AS flush`

/**
 * Opens the session without a message of the user: the existing one, or a new one that begins with the character's first message. Further
 * greetings become alternates of that message. Their positions come first, so the session's next position counts them. A unique index
 * allows one such session per user and character, so duplicate requests return the same session.
 */
const open = statement<ChatRow>(
  'chat_open_session',
  `WITH session AS (
     INSERT INTO chat_sessions (user_id, character_id, next_position, character_version)
     VALUES ($1, $2, cardinality($3::text[]), $4::integer)
     ON CONFLICT (user_id, character_id) WHERE messages_written = 0 AND deleted_at IS NULL
       DO UPDATE SET opened_at = clock_timestamp()
     RETURNING id, created_at, last_message_at, title, pins, character_version, xmax = 0 AS is_new
   ), opening AS (
     INSERT INTO chat_messages (id, chat_session_id, position, content, answer_id)
     SELECT first.id, session.id, 1, ($3::text[])[1], CASE WHEN cardinality($3::text[]) > 1 THEN first.id END
     FROM session, (SELECT uuidv7() AS id OFFSET 0) first WHERE is_new AND cardinality($3::text[]) > 0
     RETURNING position, ${messageColumns}
   ), greetings AS (
     INSERT INTO chat_message_alternates (id, message_id, position, content, ruby_cost, state, is_cut)
     SELECT CASE WHEN place = 1 THEN opening.id ELSE uuidv7() END, opening.id, place, greeting, 0, 'complete', false
     FROM opening, unnest($3::text[]) WITH ORDINALITY AS given (greeting, place) WHERE opening.answer_id IS NOT NULL
     RETURNING *
   )
   SELECT id, created_at, last_message_at, title, pins, character_version, ${personaColumn('session.id', '$1')} AS persona,
     ${pinDepthsOf('session.id')} AS pin_depths, NULL::json AS reply, NULL::json AS parent, NULL::json AS branches, NULL::json AS draft, false AS has_older, false AS has_newer, ${withoutFlush}, coalesce((
     SELECT json_agg(page ORDER BY position) FROM (
       SELECT position, ${messageColumns}, ${alternatesOf('opening', 'greetings')} FROM opening
       UNION ALL
       SELECT position, ${messageColumns}, ${alternatesOf('chat_messages')} FROM chat_messages
       WHERE chat_session_id = session.id AND NOT is_new AND deleted_at IS NULL
     ) page
   ), '[]') AS messages
   FROM session`
)

/** The beginning of a new chat. */
export interface Beginning {
  /** The character's first message and its further greetings, with their macros. Empty: the chat begins without a message. */
  greetings: string[]
  /** The number of the character version that the greetings are from. */
  version: number
}

/**
 * Opens the session without a message of the user. Its messages may be missing from the result if a concurrent call created the session.
 */
export const openSession = async (
  db: Database,
  userId: string,
  characterId: string,
  { greetings, version }: Beginning
): Promise<ChatRow> => {
  const [row] = await open(db.connection(), [userId, characterId, greetings, version])
  return row!
}

/** Returns the first message of a new chat. `greeting` is the older field. */
export const openingOf = (character: { firstMessage: string | null; greeting: string | null }): string =>
  character.firstMessage || character.greeting || ''

/** Returns the first messages that the user can choose from, without duplicates, as far as they fit the limits. */
export const greetingsOf = (opening: string, further: readonly string[]): string[] => {
  const texts = [...new Set([opening, ...further].filter((text) => !isBlankMessage(text)))].slice(
    0,
    limits.greetingsMax
  )
  let letters = 0
  return texts.filter((text, index) => (letters += text.length) <= limits.greetingsLetters || index === 0)
}
