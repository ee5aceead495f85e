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
  messages: MessageJson[]
  has_older: boolean
  has_newer: boolean
  /** The reply under way. */
  reply: ChatData['replyUnderWay']
}

/**
 * This commit need not wait for the disk: a chat in which nobody has written yet is worth nothing, and what is written in it later
 * is flushed together with it.
 */
export const withoutFlush = `set_config('synchronous_commit', 'off', true) AS flush`

/**
 * A session in which the user has not written yet: the one there is, else a new one that opens with the character's first
 * message. There is never more than one, so asking twice, or twice at once, gives the same.
 */
const open = statement<ChatRow>(
  'chat_open_session_6',
  `WITH session AS (
     INSERT INTO chat_sessions (user_id, character_id, next_position)
     VALUES ($1, $2, CASE WHEN $3 = '' THEN 0 ELSE 1 END)
     ON CONFLICT (user_id, character_id) WHERE messages_written = 0 AND deleted_at IS NULL
       DO UPDATE SET opened_at = clock_timestamp()
     RETURNING id, created_at, last_message_at, title, pins, xmax = 0 AS is_new
   ), opening AS (
     INSERT INTO chat_messages (id, chat_session_id, position, content)
     SELECT uuidv7(), id, 1, $3 FROM session WHERE is_new AND $3 <> ''
     RETURNING position, ${messageColumns}
   )
   SELECT id, created_at, last_message_at, title, pins, NULL::json AS reply, false AS has_older, false AS has_newer, ${withoutFlush}, coalesce((
     SELECT json_agg(page ORDER BY position) FROM (
       SELECT * FROM opening
       UNION ALL
       SELECT position, ${messageColumns} FROM chat_messages 
       WHERE chat_session_id = session.id AND NOT is_new AND deleted_at IS NULL
     ) page
   ), '[]') AS messages
   FROM session`
)

/**
 * `opening` is what the character says first; macros stay as written. Empty when it says nothing. The messages may be missing
 * where the session was made by a twin of this call at this moment.
 */
export const openSession = async (
  db: Database,
  userId: string,
  characterId: string,
  opening: string
): Promise<ChatRow> => {
  const [row] = await open(db.connection(), [userId, characterId, opening])
  return row!
}

/** What opens a new chat: the first message, else its older name. */
export const openingOf = (character: { firstMessage: string | null; greeting: string | null }): string =>
  character.firstMessage || character.greeting || ''
