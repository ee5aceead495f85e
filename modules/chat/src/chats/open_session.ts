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
export const withoutFlush = `set_config('synchronous_commit', 'off', true) as flush`

/**
 * A session in which the user has not written yet: the one there is, else a new one that opens with the character's first
 * message. There is never more than one, so asking twice, or twice at once, gives the same.
 */
const open = statement<ChatRow>(
  'chat_open_session_6',
  `with session as (
     insert into chat_sessions (user_id, character_id, next_position)
     values ($1, $2, case when $3 = '' then 0 else 1 end)
     on conflict (user_id, character_id) where messages_written = 0 and deleted_at is null
       do update set opened_at = clock_timestamp()
     returning id, created_at, last_message_at, title, pins, xmax = 0 as is_new
   ), opening as (
     insert into chat_messages (id, chat_session_id, position, content)
     select uuidv7(), id, 1, $3 from session where is_new and $3 <> ''
     returning position, ${messageColumns}
   )
   select id, created_at, last_message_at, title, pins, null::json as reply, false as has_older, false as has_newer, ${withoutFlush}, coalesce((
     select json_agg(page order by position) from (
       select * from opening
       union all
       select position, ${messageColumns} from chat_messages 
       where chat_session_id = session.id and not is_new and deleted_at is null
     ) page
   ), '[]') as messages
   from session`
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
