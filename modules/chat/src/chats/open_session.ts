import type { Database } from '@adonisjs/lucid/database'
import { statement } from '#modules/kernel/sql'

/**
 * A session in which the user has not written yet: the one there is, else a new one that opens with the character's first
 * message. There is never more than one, so asking twice, or twice at once, gives the same.
 */
const open = statement<{ id: string }>(
  'chat_open_session_1',
  `with session as (
     insert into chat_sessions (user_id, character_id, next_position)
     values ($1, $2, case when $3 = '' then 0 else 1 end)
     on conflict (user_id, character_id) where messages_written = 0 and deleted_at is null
       do update set opened_at = clock_timestamp()
     returning id, xmax = 0 as is_new
   ), opening as (
     insert into chat_messages (id, chat_session_id, position, is_user, content)
     select uuidv7(), id, 1, false, $3 from session where is_new and $3 <> ''
   )
   select id from session`
)

/** `opening` is what the character says first; macros stay as written. Empty when it says nothing. */
export const openSession = async (
  db: Database,
  userId: string,
  characterId: string,
  opening: string
): Promise<string> => {
  const [row] = await open(db.connection(), [userId, characterId, opening])
  return row!.id
}

/** What opens a new chat: the first message, else its older name. */
export const openingOf = (character: { firstMessage: string | null; greeting: string | null }): string =>
  character.firstMessage || character.greeting || ''
