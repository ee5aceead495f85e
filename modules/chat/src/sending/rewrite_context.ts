import type { CharacterSheet, Sight } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import type { MessageState, ReplyKind, ReplyState } from '../../api.ts'
import { historyColumns, type HistoryRow } from '../prompt/history_columns.ts'
import { rateLimitColumns, type RateLimitRow } from './rate_limits.ts'

/** The message of a reroll or a continuation, with its chat and its character. */
export interface RewriteContext extends HistoryRow, RateLimitRow {
  /** Null when the character doesn't exist. */
  sheet: CharacterSheet | null
  sight: Sight | null
  /** Null unless it is a message by the character in a chat of this user with this character. */
  session_id: string | null
  /** Changes whenever a reply begins or a message changes, so it serves as the version of the session. */
  next_position: number
  /** The character has no later message. */
  is_last: boolean
  content: string
  state: MessageState
  is_cut: boolean
  /** The id of the selected answer. */
  answer_id: string
  /** The user's message before it; null when there is none. */
  user_message_id: string | null
  running_id: string | null
  /** What the caller's idempotency key was used for before. */
  key_kind: ReplyKind | null
  key_message_id: string | null
  key_reply_id: string | null
  key_reply_state: ReplyState | null
  /** The key was used for a sent message. */
  is_send_key: boolean
}

export interface RewriteContextInput {
  kind: Exclude<ReplyKind, 'reply'>
  user: { id: string; isAdmin: boolean; limitlessEnabled: boolean }
  characterId: string
  messageId: string
  clientMessageId: string | null
  historyCharacters: number
  /** Null: no limit. */
  repliesPerMinute: number | null
}

/** The history of a reroll ends with the user's message before it, that of a continuation with the message itself. */
const load = statement<RewriteContext>(
  'chat_load_rewrite_context_4',
  `with target as materialized (
     select m.id, m.chat_session_id, m.position, m.content, m.state, m.is_cut, coalesce(m.answer_id, m.id) as answer_id,
       s.next_position
     from chat_messages m join chat_sessions s on s.id = m.chat_session_id
     where m.id = $3 and m.user_id is null and m.deleted_at is null and s.user_id = $1 and s.character_id = $2
       and coalesce(s.deleted_at, 'infinity') = 'infinity'
   ), asked as materialized (
     select id, position from chat_messages
     where chat_session_id = (select chat_session_id from target) and position < (select position from target)
       and user_id is not null and deleted_at is null
     order by position desc limit 1
   ), seen as materialized (
     select sheet, sight from gallery_sheet($2, $1, $7::boolean, $8::boolean)
   ), known as materialized (
     select k.kind, k.message_id, k.reply_id, r.state from rewrite_keys k left join replies r on r.id = k.reply_id
     where k.user_id = $1 and k.client_message_id = $4
   ), rate as materialized (
     select ${rateLimitColumns}
   )
   select seen.sheet, seen.sight, target.chat_session_id as session_id, target.next_position, target.content,
     target.state, target.is_cut, target.answer_id, asked.id as user_message_id,
     rate.retry_after, rate.unpaid_retry_after,
     known.kind as key_kind, known.message_id as key_message_id, known.reply_id as key_reply_id, known.state as key_reply_state,
     exists (select from chat_messages where user_id = $1 and client_message_id = $4) as is_send_key,
     (select id from replies where chat_session_id = target.chat_session_id and state = 'running') as running_id,
     not exists (
       select from chat_messages later where later.chat_session_id = target.chat_session_id and later.position > target.position
         and later.user_id is null and later.deleted_at is null
     ) as is_last,
     ${historyColumns({
       session: 'target.chat_session_id',
       upTo: `case when $9 = 'reroll' then asked.position else target.position end`,
       budget: '$5',
     })}
   from rate
   left join target on true
   left join asked on true
   left join seen on true
   left join known on true`
)

export const loadRewriteContext = async (
  client: Parameters<typeof load>[0],
  { kind, user, characterId, messageId, clientMessageId, historyCharacters, repliesPerMinute }: RewriteContextInput
): Promise<RewriteContext> => {
  const [row] = await load(client, [
    user.id,
    characterId,
    messageId,
    clientMessageId,
    historyCharacters,
    repliesPerMinute,
    user.isAdmin,
    user.limitlessEnabled,
    kind,
  ])
  return row!
}
