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
  /** The user's lorebooks of this chat. Null without a session. */
  lorebook_ids: string[] | null
  /** The user's lorebooks that are always on. */
  always_on: string[]
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
  /** Answers kept by rerolls, the selected one included; 0 before the first reroll. */
  alternates: number
  /** The user's message before it; null when there is none. */
  user_message_id: string | null
  running_id: string | null
  /** The earlier use of the caller's idempotency key. */
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
  /** Whether the limits of replies apply. */
  isLimited: boolean
}

/**
 * The history of a reroll ends with the user's message before it, that of a continuation with the message itself. The subqueries with
 * OFFSET 0 are read by their keys, while a join may read a small table as a whole.
 */
const load = statement<RewriteContext>(
  'chat_load_rewrite_context',
  `WITH target AS MATERIALIZED (
     SELECT m.id, m.chat_session_id, m.position, m.content, m.state, m.is_cut, coalesce(m.answer_id, m.id) AS answer_id,
       s.next_position, s.character_version, s.lorebook_ids
     FROM chat_messages m
     CROSS JOIN LATERAL (SELECT * FROM chat_sessions WHERE id = m.chat_session_id OFFSET 0) s
     WHERE m.id = $3 AND m.user_id IS NULL AND m.deleted_at IS NULL AND s.user_id = $1 AND s.character_id = $2
       AND s.deleted_at IS NULL
   ), asked AS MATERIALIZED (
     SELECT id, position FROM chat_messages
     WHERE chat_session_id = (SELECT chat_session_id FROM target) AND position < (SELECT position FROM target)
       AND user_id IS NOT NULL AND deleted_at IS NULL
     ORDER BY position DESC LIMIT 1
   ), seen AS MATERIALIZED (
     SELECT seen.sheet, seen.sight FROM (SELECT) one LEFT JOIN target ON true
     CROSS JOIN LATERAL gallery_sheet($2, $1, $7::boolean, $8::boolean, target.character_version) seen
   ), known AS MATERIALIZED (
     SELECT k.kind, k.message_id, k.reply_id, r.state FROM rewrite_keys k
     LEFT JOIN LATERAL (SELECT state FROM replies WHERE id = k.reply_id OFFSET 0) r ON true
     WHERE k.user_id = $1 AND k.client_message_id = $4
   ), rate AS MATERIALIZED (
     SELECT ${rateLimitColumns({ user: '$1', isLimited: '$6::boolean' })}
   )
   SELECT seen.sheet, seen.sight, lore_always_on($1) AS always_on, target.chat_session_id AS session_id, target.next_position, target.content,
     target.lorebook_ids, target.state, target.is_cut, target.answer_id, asked.id AS user_message_id,
     (SELECT count(*)::int FROM chat_message_alternates WHERE message_id = target.id) AS alternates,
     rate.retry_after, rate.unpaid_retry_after,
     known.kind AS key_kind, known.message_id AS key_message_id, known.reply_id AS key_reply_id, known.state AS key_reply_state,
     EXISTS (SELECT FROM chat_messages WHERE user_id = $1 AND client_message_id = $4) AS is_send_key,
     (SELECT id FROM replies WHERE chat_session_id = target.chat_session_id AND state = 'running') AS running_id,
     NOT EXISTS (
       SELECT FROM chat_messages later WHERE later.chat_session_id = target.chat_session_id AND later.position > target.position
         AND later.user_id IS NULL AND later.deleted_at IS NULL
     ) AS is_last,
     ${historyColumns({
       session: 'target.chat_session_id',
       upTo: `CASE WHEN $9 = 'reroll' THEN asked.position ELSE target.position END`,
       budget: '$5',
     })}
   FROM rate
   LEFT JOIN target ON true
   LEFT JOIN asked ON true
   LEFT JOIN seen ON true
   LEFT JOIN known ON true`
)

export const loadRewriteContext = async (
  client: Parameters<typeof load>[0],
  { kind, user, characterId, messageId, clientMessageId, historyCharacters, isLimited }: RewriteContextInput
): Promise<RewriteContext> => {
  const [row] = await load(client, [
    user.id,
    characterId,
    messageId,
    clientMessageId,
    historyCharacters,
    isLimited,
    user.isAdmin,
    user.limitlessEnabled,
    kind,
  ])
  return row!
}
