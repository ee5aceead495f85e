import type { CharacterSheet, Visibility } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import type { ReplyKind, ReplyState } from '../../api.ts'
import type { StoredState } from '../run/endings.ts'
import { hasGatedMember } from '../chat/group_members.ts'
import { historyColumns, type HistoryRow } from '../../prompts/history_columns.ts'
import { setupColumn, type SetupRow } from '../../prompts/reply_setup.ts'
import { rateLimitColumns, type RateLimitRow } from './rate_limits.ts'

/** The message of a reroll or a continuation, with its chat and its character. */
export interface RewriteContext extends HistoryRow, RateLimitRow, SetupRow {
  /** Null when the character doesn't exist. */
  sheet: CharacterSheet | null
  sight: Visibility | null
  /** The user's lorebooks of this chat. Null without a session. */
  lorebook_ids: string[] | null
  /** The user's lorebooks that are always on. */
  always_on: string[]
  /** The chat of the message. Null unless the message is a character's, in this chat of the user. */
  session_id: string | null
  /** Changes whenever a reply begins or a message changes, so it serves as the version of the session. */
  next_position: number
  /** No character has a later message in this chat. */
  is_last: boolean
  content: string
  state: StoredState
  is_cut: boolean
  is_hidden: boolean
  /** The id of the selected answer. */
  answer_id: string
  /** The number of answers, including the selected one. 0 before the first reroll. */
  alternates: number
  /** A message precedes the answer. In a chat with one character, only messages of the user count. */
  is_asked: boolean
  /** The id of that message, if it is the user's. */
  user_message_id: string | null
  /** The other characters of a group chat that the user can see. */
  others: CharacterSheet[] | null
  running_id: string | null
  /** The earlier use of the caller's idempotency key. */
  key_kind: ReplyKind | null
  key_message_id: string | null
  key_reply_id: string | null
  key_reply_state: ReplyState | null
  /** The key was used for a sent message. */
  is_send_key: boolean
}

/** The character of the chat, or the session of a group chat. */
export type RewriteTarget = { characterId: string } | { groupId: string }

export interface RewriteContextInput {
  kind: Exclude<ReplyKind, 'reply'>
  user: { id: string; isAdmin: boolean; limitlessEnabled: boolean }
  place: RewriteTarget
  messageId: string
  clientMessageId: string | null
  historyCharacters: number
  /** Whether the limits of replies apply. */
  isLimited: boolean
}

type PlacePart = 'isPlace' | 'asked' | 'speaker' | 'version' | 'sight' | 'others'

const upTo = `CASE WHEN $9 = 'reroll' THEN asked.position ELSE target.position END`

/**
 * SQL for the context of a reroll or a continuation. The history of a reroll ends with the message before the answer, and that of a
 * continuation with the answer itself. The subqueries with OFFSET 0 are read by their keys, while a join may read a small table as a whole.
 */
const loadStatement = (label: string, { isPlace, asked, speaker, version, sight, others }: Record<PlacePart, string>) =>
  statement<RewriteContext>(
    label,
    `WITH target AS MATERIALIZED (
     SELECT m.id, m.chat_session_id, m.position, m.content, m.state, m.is_cut, m.hidden_at IS NOT NULL AS is_hidden, coalesce(m.answer_id, m.id) AS answer_id,
       s.next_position, ${version} AS character_version, s.lorebook_ids, m.character_id AS speaker_id
     FROM chat_messages m
     CROSS JOIN LATERAL (SELECT * FROM chat_sessions WHERE id = m.chat_session_id OFFSET 0) s
     WHERE m.id = $3 AND m.user_id IS NULL AND m.deleted_at IS NULL AND s.user_id = $1 AND ${isPlace}
       AND s.deleted_at IS NULL
   ), asked AS MATERIALIZED (
     SELECT id, position, user_id FROM chat_messages
     WHERE chat_session_id = (SELECT chat_session_id FROM target) AND position < (SELECT position FROM target)
       AND ${asked} AND deleted_at IS NULL
     ORDER BY position DESC LIMIT 1
   ), seen AS MATERIALIZED (
     SELECT seen.sheet, ${sight} AS sight FROM (SELECT) one LEFT JOIN target ON true
     CROSS JOIN LATERAL gallery_sheet(${speaker}, $1, $7::boolean, $8::boolean, target.character_version) seen
   ), known AS MATERIALIZED (
     SELECT k.kind, k.message_id, k.reply_id, r.state FROM rewrite_keys k
     LEFT JOIN LATERAL (SELECT state FROM replies WHERE id = k.reply_id OFFSET 0) r ON true
     WHERE k.user_id = $1 AND k.client_message_id = $4
   ), rate AS MATERIALIZED (
     SELECT ${rateLimitColumns({ user: '$1', isLimited: '$6::boolean' })}
   )
   SELECT seen.sheet, seen.sight, lore_always_on($1) AS always_on, target.chat_session_id AS session_id, target.next_position, target.content,
     target.lorebook_ids, ${setupColumn('target.chat_session_id', '$1', upTo)} AS setup, target.state, target.is_cut, target.is_hidden, target.answer_id, asked.id IS NOT NULL AS is_asked,
     CASE WHEN asked.user_id IS NOT NULL THEN asked.id END AS user_message_id, ${others} AS others,
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
       upTo,
       budget: '$5',
     })}
   FROM rate
   LEFT JOIN target ON true
   LEFT JOIN asked ON true
   LEFT JOIN seen ON true
   LEFT JOIN known ON true`
  )

const load = {
  character: loadStatement('chat_load_rewrite_context', {
    isPlace: 's.character_id = $2',
    asked: 'user_id IS NOT NULL',
    speaker: '$2',
    version: 's.character_version',
    sight: 'seen.sight',
    others: 'NULL::json',
  }),
  /** The message before an answer may be another character's. One character behind the adult gate is enough for a refusal. */
  group: loadStatement('chat_load_group_rewrite_context', {
    isPlace: 's.id = $2 AND s.character_id IS NULL',
    asked: 'true',
    speaker: 'target.speaker_id',
    version:
      '(SELECT character_version FROM chat_group_members WHERE chat_session_id = s.id AND character_id = m.character_id)',
    sight: `CASE WHEN ${hasGatedMember('target.chat_session_id', '$1, $7::boolean, $8::boolean')} THEN 'adult_gate' ELSE seen.sight END`,
    others: `(
       SELECT json_agg(seen.sheet ORDER BY member.position) FROM chat_group_members member
       CROSS JOIN LATERAL gallery_sheet(member.character_id, $1, $7::boolean, $8::boolean, member.character_version) seen
       WHERE member.chat_session_id = target.chat_session_id AND member.removed_at IS NULL AND member.character_id <> target.speaker_id AND seen.sight = 'visible'
     )`,
  }),
}

/** Loads the same context for a line of the user. Its history is the whole chat. */
const lineStatement = (label: string, { isPlace, seen, lines }: Record<'isPlace' | 'seen' | 'lines', string>) =>
  statement<RewriteContext>(
    label,
    `WITH target AS MATERIALIZED (
     SELECT s.id, s.next_position, s.character_version, s.opening_version, s.lorebook_ids FROM chat_sessions s
     WHERE s.id = $3 AND s.user_id = $1 AND ${isPlace} AND s.deleted_at IS NULL
   ), seen AS MATERIALIZED (
     ${seen}
   ), known AS MATERIALIZED (
     SELECT k.kind, k.message_id, k.reply_id, r.state FROM rewrite_keys k
     LEFT JOIN LATERAL (SELECT state FROM replies WHERE id = k.reply_id OFFSET 0) r ON true
     WHERE k.user_id = $1 AND k.client_message_id = $4
   ), rate AS MATERIALIZED (
     SELECT ${rateLimitColumns({ user: '$1', isLimited: '$6::boolean' })}
   )
   SELECT seen.sheet, seen.sight, lore_always_on($1) AS always_on, target.id AS session_id, target.next_position, '' AS content,
     target.lorebook_ids, ${setupColumn('target.id', '$1')} AS setup, 'complete' AS state, false AS is_cut, false AS is_hidden, target.id AS answer_id,
     target.opening_version IS NOT NULL
       OR EXISTS (SELECT FROM chat_messages WHERE chat_session_id = target.id AND deleted_at IS NULL) AS is_asked,
     NULL::uuid AS user_message_id, ${lines} AS others,
     -- A line that is asked for again has other dice.
     target.next_position AS alternates, rate.retry_after, rate.unpaid_retry_after,
     known.kind AS key_kind, known.message_id AS key_message_id, known.reply_id AS key_reply_id, known.state AS key_reply_state,
     EXISTS (SELECT FROM chat_messages WHERE user_id = $1 AND client_message_id = $4) AS is_send_key,
     (SELECT id FROM replies WHERE chat_session_id = target.id AND state = 'running') AS running_id,
     true AS is_last,
     ${historyColumns({ session: 'target.id', upTo: '2147483647', budget: '$5' })}
   FROM rate
   LEFT JOIN target ON true
   LEFT JOIN seen ON true
   LEFT JOIN known ON true`
  )

/**
 * SQL for the members of a group with their sheets. One behind the adult gate comes first, even if it left the group, then the last speaker, then the others in
 * the order of their turns.
 */
const cast = `SELECT member.character_id, member.position, member.character_id = (
       SELECT m.character_id FROM chat_messages m
       WHERE m.chat_session_id = target.id AND m.user_id IS NULL AND m.deleted_at IS NULL AND m.hidden_at IS NULL ORDER BY m.position DESC LIMIT 1
     ) AS is_last_speaker, seen.sheet, seen.sight
     FROM target JOIN chat_group_members member ON member.chat_session_id = target.id
     CROSS JOIN LATERAL gallery_sheet(member.character_id, $1, $7::boolean, $8::boolean, member.character_version) seen
     WHERE seen.sight = 'adult_gate' OR (seen.sight = 'visible' AND member.removed_at IS NULL)
     ORDER BY seen.sight = 'adult_gate' DESC, is_last_speaker DESC NULLS LAST, member.position`

const loadLine = {
  character: lineStatement('chat_load_line_context', {
    isPlace: 's.character_id = $2',
    seen: `SELECT seen.sheet, seen.sight FROM (SELECT) one LEFT JOIN target ON true
     CROSS JOIN LATERAL gallery_sheet($2, $1, $7::boolean, $8::boolean, target.character_version) seen`,
    lines: 'NULL::json',
  }),
  /** The prompt is for the last speaker. One character behind the adult gate is enough for a refusal. */
  group: lineStatement('chat_load_group_line_context', {
    isPlace: 's.id = $2 AND s.character_id IS NULL',
    seen: `SELECT (array_agg(sheet))[1] AS sheet, (array_agg(sight))[1] AS sight, (array_agg(sheet))[2:] AS others FROM (${cast}) "cast"`,
    lines: 'to_json(seen.others)',
  }),
}

export const loadRewriteContext = async (
  client: Parameters<typeof load.character>[0],
  { kind, user, place, messageId, clientMessageId, historyCharacters, isLimited }: RewriteContextInput
): Promise<RewriteContext> => {
  const isGroup = 'groupId' in place
  const values = [
    user.id,
    isGroup ? place.groupId : place.characterId,
    messageId,
    clientMessageId,
    historyCharacters,
    isLimited,
    user.isAdmin,
    user.limitlessEnabled,
  ]
  const [row] =
    kind === 'impersonate'
      ? await loadLine[isGroup ? 'group' : 'character'](client, values)
      : await load[isGroup ? 'group' : 'character'](client, [...values, kind])
  return row!
}
