import type { Database } from '@adonisjs/lucid/database'
import { statement } from '#modules/kernel/sql'
import type { ChatData } from '../../api.ts'
import { messageColumns, type MessageJson } from '../generating/message_row.ts'

/** A session with a page of its messages. */
export interface ChatRow {
  id: string
  created_at: Date
  last_message_at: Date
  title: string | null
  pins: string[]
  /** The version of the character. Null until the first message of a chat that was made without one. */
  character_version: number | null
  messages: MessageJson[]
  has_older: boolean
  has_newer: boolean
  /** The running reply. */
  reply: ChatData['replyUnderWay']
}

/** Commits without waiting for the disk. A lost empty chat does no harm, and the first message flushes the chat with it. */
export const withoutFlush = `set_config('synchronous_commit', 'off', true) AS flush`

/**
 * The session without a message of the user: the existing one, or a new one that begins with the character's first message. A unique
 * index allows one per user and character, so duplicate requests return the same session.
 */
const open = statement<ChatRow>(
  'chat_open_session',
  `WITH session AS (
     INSERT INTO chat_sessions (user_id, character_id, next_position, character_version)
     VALUES ($1, $2, CASE WHEN $3 = '' THEN 0 ELSE 1 END, $4::integer)
     ON CONFLICT (user_id, character_id) WHERE messages_written = 0 AND deleted_at IS NULL
       DO UPDATE SET opened_at = clock_timestamp()
     RETURNING id, created_at, last_message_at, title, pins, character_version, xmax = 0 AS is_new
   ), opening AS (
     INSERT INTO chat_messages (id, chat_session_id, position, content)
     SELECT uuidv7(), id, 1, $3 FROM session WHERE is_new AND $3 <> ''
     RETURNING position, ${messageColumns}
   )
   SELECT id, created_at, last_message_at, title, pins, character_version, NULL::json AS reply, false AS has_older, false AS has_newer, ${withoutFlush}, coalesce((
     SELECT json_agg(page ORDER BY position) FROM (
       SELECT * FROM opening
       UNION ALL
       SELECT position, ${messageColumns} FROM chat_messages
       WHERE chat_session_id = session.id AND NOT is_new AND deleted_at IS NULL
     ) page
   ), '[]') AS messages
   FROM session`
)

/** How a new chat begins. */
export interface Beginning {
  /** The character's first message, with its macros; may be empty. */
  opening: string
  /** The number of the version that it is from. */
  version: number
}

/**
 * The returned messages may be missing if a concurrent call
 * created the session.
 */
export const openSession = async (
  db: Database,
  userId: string,
  characterId: string,
  { opening, version }: Beginning
): Promise<ChatRow> => {
  const [row] = await open(db.connection(), [userId, characterId, opening, version])
  return row!
}

/** The first message of a new chat. `greeting` is the older field. */
export const openingOf = (character: { firstMessage: string | null; greeting: string | null }): string =>
  character.firstMessage || character.greeting || ''
