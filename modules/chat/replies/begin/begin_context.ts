import type { CharacterSheet, Visibility } from '#modules/gallery/index'
import { namedStatement } from '#modules/kernel/sql'
import type { GroupMode, ReplyKind, ReplyState } from '../api.ts'
import { ownSession } from '../chat/session_row.ts'
import type { StoredState } from '../run/message_row.ts'
import { historyColumns, type HistoryRow, setupColumn, type SetupRow } from '../../prompts/index.ts'
import { rateLimitColumns, type RateLimitRow } from './rate_limits.ts'

/** The context of a reply, read before it begins: the chat, its characters, and the earlier use of the key. */
export interface BeginContext extends HistoryRow, RateLimitRow, SetupRow {
  /** The character of the chat. Null when it doesn't exist, and in a group chat. */
  sheet: CharacterSheet | null
  sight: Visibility | null
  /** Null when this user has no such session. */
  session_id: string | null
  /** Changes whenever a reply begins or a message changes, so it serves as the version of the session. */
  next_position: number | null
  /** The facts that the user pinned. */
  pins: string[] | null
  /** The user's lorebooks of this chat. Null without a session. */
  lorebook_ids: string[] | null
  /** The user's lorebooks that are always on. */
  always_on: string[]
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
  reply_state: ReplyState | null
  /** The answer of that reply was deleted or purged. */
  reply_deleted: boolean | null
}

/** The context of a reply that isn't the first one to a message in a chat with one character. */
export interface FullContext extends BeginContext {
  /** The message that the earlier request with the key rewrote, and the place of its reply. */
  key_message_id: string | null
  reply_session_id: string | null
  reply_speaker_id: string | null
  running_id: string | null
  is_group: boolean | null
  mode: GroupMode | null
  /** Null: the server takes no turns by itself. */
  talk_id: string | null
  turns_left: number | null
  /** The members of a group, in the order of their turns. */
  members: GroupMember[] | null
  /** The character of a group that spoke last, without hidden messages. Null if none has spoken. */
  last_speaker_id: string | null
  /** The answer to reroll or continue. */
  content: string | null
  state: StoredState | null
  is_cut: boolean | null
  is_hidden: boolean | null
  answer_speaker_id: string | null
  /** The id of the selected answer. */
  answer_id: string | null
  /** The number of answers, including the selected one. 0 before the first reroll. */
  alternates: number
  /** No character has a later message in this chat. */
  is_last: boolean
  /** A message precedes the answer or the line. In a chat with one character, only messages of the user count before an answer. */
  is_asked: boolean
  /** The id of the message before the answer, if it is the user's. */
  asked_id: string | null
}

/** A character of a group chat. The sheet is null when the character was deleted. */
export interface GroupMember {
  id: string
  is_muted: boolean
  /** Left the group. Such a member is only read if it closes the chat by the adult gate, or wrote the answer. */
  is_removed: boolean
  talkativeness: number
  sheet: CharacterSheet | null
  sight: Visibility | null
}

interface Viewer {
  id: string
  isAdmin: boolean
  limitlessEnabled: boolean
}

export interface ContextInput {
  kind: ReplyKind
  user: Viewer
  /** Null: a group chat, whose session is named. */
  characterId: string | null
  /** Null: the session of the answer, or of the message that was saved before. */
  sessionId: string | null
  /** The message of the answer to reroll or continue. */
  rewrittenId?: string | null
  clientMessageId: string | null
  /** A message of the user that may have been saved, whatever its key. */
  userMessageId?: string | null
  /** About how many characters of history the model can use. */
  historyCharacters: number
  /** Whether the limits of replies apply. */
  isLimited: boolean
}

/** The columns of the earlier message `earlier`, and of its reply or the reply of the key, `reply`. */
const earlierColumns = {
  user_message_id: 'earlier.id',
  user_message_session_id: 'earlier.chat_session_id',
  user_message_content: 'earlier.content',
  user_message_created_at: 'earlier.created_at',
  user_message_deleted: 'earlier.deleted_at IS NOT NULL',
  key_kind: 'key.kind',
  reply_id: 'reply.id',
  reply_state: 'reply.state',
  reply_deleted: `reply.kind = 'reply' AND coalesce(
       (SELECT deleted_at IS NOT NULL FROM chat_messages WHERE user_id = reply.user_id AND id = reply.message_id), reply.state = 'written')`,
}

const select = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ')

/** The input of the context of a send, as columns of `given`. */
export const sendInput = {
  user_id: 'uuid',
  character_id: 'uuid',
  session_id: 'uuid',
  client_message_id: 'text',
  history_characters: 'integer',
  is_limited: 'boolean',
  is_admin: 'boolean',
  sees_adult: 'boolean',
}

const sendColumns = {
  sheet: 'seen.sheet',
  sight: 'seen.sight',
  lorebook_ids: 'chosen.lorebook_ids',
  always_on: 'lore_always_on(given.user_id)',
  setup: setupColumn('chosen.id', 'given.user_id', 'coalesce(earlier.position, 2147483647)'),
  session_id: 'chosen.id',
  next_position: 'chosen.next_position',
  retry_after: 'rate.retry_after',
  unpaid_retry_after: 'rate.unpaid_retry_after',
  ...earlierColumns,
}

/**
 * SQL for the context of each send in `given`: a SELECT list and its tables. Each table is in a subquery with OFFSET 0, so that it is read by
 * its key for each row. A join or EXISTS may read the whole table while it is small.
 */
export const sendContext = {
  columns: `${select(sendColumns)}, chosen.pins, coalesce(earlier.position, 2147483647) AS up_to`,
  tables: `
     LEFT JOIN LATERAL (
       SELECT id, chat_session_id, content, position, created_at, deleted_at, reply_id FROM chat_messages
       WHERE user_id = given.user_id AND client_message_id = given.client_message_id OFFSET 0
     ) earlier ON true
     LEFT JOIN LATERAL (${ownSession({
       named: 'earlier.chat_session_id, given.session_id',
       newest: 'opened_at',
       columns: 'id, pins, character_version, lorebook_ids, next_position',
       user: 'given.user_id',
       character: 'given.character_id',
     })}) chosen ON true
     LEFT JOIN LATERAL gallery_sheet(
       given.character_id, given.user_id, given.is_admin, given.sees_adult, chosen.character_version
     ) seen ON true
     LEFT JOIN LATERAL (
       SELECT user_id, id, kind, state, message_id FROM replies WHERE user_id = given.user_id AND id = earlier.reply_id OFFSET 0
     ) reply ON true
     LEFT JOIN LATERAL (
       SELECT kind FROM rewrite_keys WHERE user_id = given.user_id AND client_message_id = given.client_message_id OFFSET 0
     ) key ON true
     CROSS JOIN LATERAL (SELECT ${rateLimitColumns({ user: 'given.user_id', isLimited: 'given.is_limited' })}) rate`,
  /** The same columns without pins, read from a CTE `context`. */
  names: Object.keys(sendColumns)
    .map((name) => `context.${name}`)
    .join(', '),
}

export const sendValues = (input: Omit<ContextInput, 'kind'>): Record<keyof typeof sendInput, unknown> => ({
  user_id: input.user.id,
  character_id: input.characterId,
  session_id: input.sessionId,
  client_message_id: input.clientMessageId,
  history_characters: input.historyCharacters,
  is_limited: input.isLimited,
  is_admin: input.user.isAdmin,
  sees_adult: input.user.limitlessEnabled,
})

/**
 * SQL for the position of the last message of the history. That of a reroll ends with the message before the answer, and that of a continuation
 * with the answer itself.
 */
const upTo = `CASE :kind WHEN 'reroll' THEN asked.position WHEN 'continue' THEN target.position WHEN 'reply' THEN coalesce(earlier.position, 2147483647)
       ELSE 2147483647 END`

/** One character behind the adult gate closes a group, even if it left. Those that left are read for that, and for their own answer. */
const members = `(
       SELECT json_agg(json_build_object('id', m.character_id, 'is_muted', m.is_muted, 'is_removed', m.removed_at IS NOT NULL,
         'talkativeness', m.talkativeness, 'sheet', seen.sheet, 'sight', seen.sight) ORDER BY m.position)
       FROM chat_group_members m
       LEFT JOIN LATERAL gallery_sheet(m.character_id, :user_id, :is_admin, :sees_adult, m.character_version) seen ON true
       WHERE m.user_id = :user_id AND m.chat_session_id = session.id
         AND (m.removed_at IS NULL OR seen.sight = 'adult_gate' OR m.character_id = target.character_id)
     )`

const loadInput = { ...sendInput, kind: 'text', message_id: 'uuid', user_message_id: 'uuid' }

/** The subqueries with OFFSET 0 are read by their keys, while a join may read a small table as a whole. */
const load = namedStatement<FullContext, keyof typeof loadInput>(
  'chat_load_context',
  loadInput,
  `WITH target AS MATERIALIZED (
     SELECT id, chat_session_id, position, content, state, is_cut, hidden_at, answer_id, character_id FROM chat_messages
     WHERE user_id = :user_id AND id = :message_id AND author_id IS NULL AND deleted_at IS NULL
   ), earlier AS MATERIALIZED (
     SELECT id, chat_session_id, content, position, created_at, deleted_at, reply_id FROM chat_messages
     WHERE user_id = :user_id AND id = coalesce(:user_message_id, (
       SELECT id FROM chat_messages WHERE user_id = :user_id AND client_message_id = :client_message_id))
   ), session AS MATERIALIZED (
     SELECT * FROM (
       SELECT * FROM chat_sessions WHERE user_id = :user_id AND id = coalesce(
         :session_id, (SELECT chat_session_id FROM target), (SELECT chat_session_id FROM earlier)) OFFSET 0
     ) found
     WHERE deleted_at IS NULL AND (:character_id IS NULL OR character_id = :character_id)
       AND (:message_id IS NULL OR id = (SELECT chat_session_id FROM target))
   ), asked AS MATERIALIZED (
     SELECT id, position, author_id FROM chat_messages
     WHERE user_id = :user_id AND chat_session_id = (SELECT id FROM session) AND position < (SELECT position FROM target)
       AND (author_id IS NOT NULL OR :character_id IS NULL) AND deleted_at IS NULL
     ORDER BY position DESC LIMIT 1
   ), key AS MATERIALIZED (
     SELECT kind, message_id, reply_id FROM rewrite_keys WHERE user_id = :user_id AND client_message_id = :client_message_id
   ), rate AS MATERIALIZED (
     SELECT ${rateLimitColumns({ user: ':user_id', isLimited: ':is_limited' })}
   )
   SELECT seen.sheet, seen.sight, session.id AS session_id, session.next_position, session.pins, session.lorebook_ids,
     lore_always_on(:user_id) AS always_on, ${setupColumn('session.id', ':user_id', upTo)} AS setup, rate.retry_after, rate.unpaid_retry_after,
     ${select(earlierColumns)},
     key.message_id AS key_message_id, reply.chat_session_id AS reply_session_id, reply.character_id AS reply_speaker_id,
     (SELECT id FROM replies WHERE user_id = :user_id AND chat_session_id = session.id AND state = 'running') AS running_id,
     session.character_id IS NULL AS is_group, talking.mode, talking.talk_id, talking.turns_left,
     CASE WHEN session.character_id IS NULL THEN ${members} END AS members,
     CASE WHEN session.character_id IS NULL THEN (
       SELECT character_id FROM chat_messages
       WHERE user_id = :user_id AND chat_session_id = session.id AND author_id IS NULL AND deleted_at IS NULL AND hidden_at IS NULL
       ORDER BY position DESC LIMIT 1
     ) END AS last_speaker_id,
     target.content, target.state, target.is_cut, target.hidden_at IS NOT NULL AS is_hidden, target.character_id AS answer_speaker_id,
     coalesce(target.answer_id, target.id) AS answer_id,
     (SELECT count(*)::int FROM chat_message_alternates WHERE user_id = :user_id AND message_id = target.id) AS alternates,
     target.id IS NULL OR NOT EXISTS (
       SELECT FROM chat_messages later
       WHERE later.user_id = :user_id AND later.chat_session_id = target.chat_session_id AND later.position > target.position
         AND later.author_id IS NULL AND later.deleted_at IS NULL
     ) AS is_last,
     CASE WHEN :kind IN ('impersonate', 'suggest')
       THEN session.opening_version IS NOT NULL OR (
         SELECT true FROM chat_messages WHERE user_id = :user_id AND chat_session_id = session.id AND deleted_at IS NULL LIMIT 1) IS NOT NULL
       ELSE asked.id IS NOT NULL END AS is_asked,
     CASE WHEN asked.author_id IS NOT NULL THEN asked.id END AS asked_id,
     ${historyColumns({ user: ':user_id', session: 'session.id', upTo, budget: ':history_characters' })}
   FROM rate
   LEFT JOIN target ON true
   LEFT JOIN earlier ON true
   LEFT JOIN session ON true
   LEFT JOIN asked ON true
   LEFT JOIN key ON true
   LEFT JOIN LATERAL (
     SELECT mode, talk_id, turns_left FROM chat_groups
     WHERE user_id = :user_id AND chat_session_id = session.id AND session.character_id IS NULL OFFSET 0
   ) talking ON true
   LEFT JOIN LATERAL gallery_sheet(:character_id, :user_id, :is_admin, :sees_adult, session.character_version) seen ON true
   LEFT JOIN LATERAL (
     SELECT * FROM replies WHERE user_id = :user_id AND id = coalesce(earlier.reply_id, key.reply_id) OFFSET 0
   ) reply ON true`
)

/** Loads the context of any reply. */
export const loadContext = async (client: Parameters<typeof load>[0], input: ContextInput): Promise<FullContext> => {
  const { kind, rewrittenId = null, userMessageId = null } = input
  const [row] = await load(client, {
    ...sendValues(input),
    kind,
    message_id: rewrittenId,
    user_message_id: userMessageId,
  })
  return row!
}
