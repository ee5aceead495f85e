import type { CharacterSheet, Visibility } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import type { GroupMode, ReplyKind, ReplyState } from '../../api.ts'
import { historyColumns, type HistoryRow } from '../../prompts/history_columns.ts'
import { setupColumn, type SetupRow } from '../../prompts/reply_setup.ts'
import { rateLimitColumns, type RateLimitRow } from './rate_limits.ts'

/** A character of a group chat. The sheet is null when the character was deleted. */
export interface GroupMemberContext {
  id: string
  is_muted: boolean
  talkativeness: number
  sheet: CharacterSheet | null
  sight: Visibility | null
}

/** A group chat, as far as its next turn needs it. */
export interface GroupContext extends HistoryRow, RateLimitRow, SetupRow {
  /** Null when this user has no such group chat. */
  session_id: string | null
  mode: GroupMode
  /** Null: the server takes no turns by itself. */
  talk_id: string | null
  turns_left: number
  /** Changes whenever a reply begins or a message changes, so it serves as the version of the session. */
  next_position: number
  pins: string[]
  lorebook_ids: string[]
  always_on: string[]
  /** The members, in the order of their turns. A former member is among them only if it closes the chat by the adult gate. */
  members: GroupMemberContext[] | null
  running_id: string | null
  /** The character that spoke last, without hidden messages. Null if no character has spoken. */
  last_speaker_id: string | null
  /** The message that was saved with the caller's idempotency key before. */
  user_message_id: string | null
  user_message_session_id: string | null
  user_message_content: string | null
  user_message_created_at: Date | null
  user_message_deleted: boolean
  /** The kind of an earlier request with that key, if it sent no message (`reply` for a turn without a message). */
  key_kind: ReplyKind | null
  /** The latest reply for that key. */
  reply_id: string | null
  reply_session_id: string | null
  reply_state: ReplyState | null
  reply_speaker_id: string | null
  /** The answer of that reply was deleted or purged. */
  reply_deleted: boolean | null
}

export interface GroupContextInput {
  user: { id: string; isAdmin: boolean; limitlessEnabled: boolean }
  sessionId: string
  clientMessageId: string | null
  /** About how many characters of history the model can use. */
  historyCharacters: number
  /** Whether the limits of replies apply. */
  isLimited: boolean
}

const upTo = 'coalesce(earlier.position, 2147483647)'

/** The subqueries with OFFSET 0 are read by their keys, while a join may read a small table as a whole. */
const load = statement<GroupContext>(
  'chat_load_group_context',
  `WITH session AS MATERIALIZED (
     SELECT s.id, s.next_position, s.pins, s.lorebook_ids, chat_groups.mode, chat_groups.talk_id, chat_groups.turns_left
     FROM (SELECT * FROM chat_sessions WHERE id = $2 OFFSET 0) s JOIN chat_groups ON chat_session_id = s.id
     WHERE s.user_id = $1 AND s.character_id IS NULL AND s.deleted_at IS NULL
   ), earlier AS MATERIALIZED (
     SELECT id, chat_session_id, content, position, created_at, deleted_at, reply_id FROM chat_messages
     WHERE user_id = $1 AND client_message_id = $3
   ), known AS MATERIALIZED (
     SELECT kind, reply_id FROM rewrite_keys WHERE user_id = $1 AND client_message_id = $3
   ), rate AS MATERIALIZED (
     SELECT ${rateLimitColumns({ user: '$1', isLimited: '$5::boolean' })}
   )
   SELECT session.id AS session_id, session.mode, session.talk_id, session.turns_left, session.next_position, session.pins, session.lorebook_ids,
     lore_always_on($1) AS always_on, ${setupColumn('session.id', '$1', upTo)} AS setup,
     (SELECT json_agg(json_build_object('id', m.character_id, 'is_muted', m.is_muted, 'talkativeness', m.talkativeness,
        'sheet', seen.sheet, 'sight', seen.sight) ORDER BY m.position)
      FROM chat_group_members m
      LEFT JOIN LATERAL gallery_sheet(m.character_id, $1, $6::boolean, $7::boolean, m.character_version) seen ON true
      WHERE m.chat_session_id = session.id AND (m.removed_at IS NULL OR seen.sight = 'adult_gate')) AS members,
     (SELECT id FROM replies WHERE chat_session_id = session.id AND state = 'running') AS running_id,
     (SELECT character_id FROM chat_messages
      WHERE chat_session_id = session.id AND user_id IS NULL AND deleted_at IS NULL AND hidden_at IS NULL ORDER BY position DESC LIMIT 1) AS last_speaker_id,
     rate.retry_after, rate.unpaid_retry_after,
     earlier.id AS user_message_id, earlier.chat_session_id AS user_message_session_id, earlier.content AS user_message_content,
     earlier.created_at AS user_message_created_at, earlier.deleted_at IS NOT NULL AS user_message_deleted,
     known.kind AS key_kind, reply.id AS reply_id, reply.chat_session_id AS reply_session_id, reply.state AS reply_state,
     reply.character_id AS reply_speaker_id,
     coalesce((SELECT deleted_at IS NOT NULL FROM chat_messages WHERE id = reply.message_id), reply.state = 'written') AS reply_deleted,
     ${historyColumns({ session: 'session.id', upTo, budget: '$4' })}
   FROM rate
   LEFT JOIN session ON true
   LEFT JOIN earlier ON true
   LEFT JOIN known ON true
   LEFT JOIN LATERAL (
     SELECT * FROM replies WHERE id = coalesce(earlier.reply_id, known.reply_id) OFFSET 0
   ) reply ON true`
)

export const loadGroupContext = async (
  client: Parameters<typeof load>[0],
  { user, sessionId, clientMessageId, historyCharacters, isLimited }: GroupContextInput
): Promise<GroupContext> => {
  const values = [
    user.id,
    sessionId,
    clientMessageId,
    historyCharacters,
    isLimited,
    user.isAdmin,
    user.limitlessEnabled,
  ]
  const [row] = await load(client, values)
  return row!
}
