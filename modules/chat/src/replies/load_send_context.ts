import type { CharacterSheet } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import type { Said } from '../prompt/build_prompt.ts'

/** All that a send must know of the chat and its character, in one round trip. */
export interface SendContext {
  /** Null when the character is gone. */
  sheet: CharacterSheet | null
  /** Null when there is no such session of this user with this character. */
  session_id: string | null
  /** The message that already bears the caller's key. */
  said_id: string | null
  said_session_id: string | null
  said_content: string | null
  said_created_at: Date | null
  /** The latest reply to that message. */
  reply_id: string | null
  reply_state: 'running' | 'written' | 'stopped' | 'broken_off' | 'failed' | null
  /** Seconds until the oldest of the last minute's replies leaves the window, when the window is full. */
  retry_after: number | null
  /** Oldest first: the opening, and the newest messages up to the character budget. */
  history: [position: number, isUser: boolean, content: string][]
}

const load = statement<SendContext>(
  'chat_load_send_context_2',
  `with said as materialized (
     select id, chat_session_id, content, position, created_at, reply_id from chat_messages
     where user_id = $1 and client_message_id = $4
   ), chosen as materialized (
     select s.id from chat_sessions s
     where s.user_id = $1 and s.character_id = $2 and s.deleted_at is null
       and s.id = coalesce((select chat_session_id from said), $3::uuid, s.id)
     order by s.opened_at desc, s.id desc limit 1
   )
   select sheet, chosen.id as session_id,
     said.id as said_id, said.chat_session_id as said_session_id, said.content as said_content, said.created_at as said_created_at,
     reply.id as reply_id, reply.state as reply_state,
     (select ceil(extract(epoch from created_at + interval '60 seconds' - now()))::int from replies
      where user_id = $1 and created_at > now() - interval '60 seconds' order by created_at desc offset $6 limit 1) as retry_after,
     coalesce((
       select jsonb_agg(jsonb_build_array(position, is_user, content) order by position) from (
         select position, is_user, content from (
           select position, is_user, content, sum(length(content)) over (order by position desc) as so_far from (
             select position, is_user, content from chat_messages
             where chat_session_id = chosen.id and position <= coalesce(said.position, 2147483647)
             order by position desc limit 400
           ) newest
         ) counted where so_far <= $5
         union
         select position, is_user, content from (
           select position, is_user, content from chat_messages where chat_session_id = chosen.id order by position limit 1
         ) opening
       ) kept
     ), '[]') as history
   from (select 1) one
   left join said on true
   left join chosen on true
   left join gallery_sheet($2) on true
   left join replies reply on reply.id = said.reply_id`
)

export interface SendContextInput {
  userId: string
  characterId: string
  sessionId: string | null
  clientMessageId: string | null
  /** About how many characters of history the model can use. */
  historyCharacters: number
  repliesPerMinute: number
}

export const loadSendContext = async (
  client: Parameters<typeof load>[0],
  input: SendContextInput
): Promise<SendContext> => {
  const [row] = await load(client, [
    input.userId,
    input.characterId,
    input.sessionId,
    input.clientMessageId,
    input.historyCharacters,
    input.repliesPerMinute - 1,
  ])
  return row!
}

export const toSaid = (history: SendContext['history']): Said[] =>
  history.map(([, isUser, content]) => ({ isUser, content }))
