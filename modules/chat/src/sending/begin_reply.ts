import type { CharacterSheet, Sight } from '#modules/gallery/index'
import { ok, type Result } from '#modules/kernel/result'
import { statement } from '#modules/kernel/sql'
import type { ReplyState } from '../../api.ts'
import { ownSession } from '../chats/own_session.ts'
import { historyColumns, type HistoryRow } from '../prompt/history_columns.ts'
import { rateLimitColumns, type RateLimitRow } from './rate_limits.ts'
import { retryOnOutage, type BeginFailure } from './retry_on_outage.ts'

/** The chat and its character, as far as a send needs them. */
export interface SendContext extends HistoryRow, RateLimitRow {
  /** Null when the character doesn't exist. */
  sheet: CharacterSheet | null
  sight: Sight | null
  /** Null when this user has no such session with this character. */
  session_id: string | null
  /** The message that was saved with the caller's idempotency key before. */
  user_message_id: string | null
  user_message_session_id: string | null
  user_message_content: string | null
  user_message_created_at: Date | null
  user_message_deleted: boolean
  /** The latest reply to that message. */
  reply_id: string | null
  reply_state: ReplyState | null
  /** The answer of this reply was deleted or purged. */
  reply_deleted: boolean | null
  /** The key was used for a reroll or a continuation. */
  is_rewrite_key: boolean
  /** The facts that the user pinned. */
  pins: string[] | null
}

export interface SendContextInput {
  user: { id: string; isAdmin: boolean; limitlessEnabled: boolean }
  characterId: string
  sessionId: string | null
  clientMessageId: string | null
  /** About how many characters of history the model can use. */
  historyCharacters: number
  /** Null: no limit. */
  repliesPerMinute: number | null
}

/** The CTEs of both statements, whose `$1` to `$8` are `contextValues`. `earlierWhere` finds the message that was saved before. */
const contextCtes = (earlierWhere: string) => `
   earlier_message AS MATERIALIZED (
     SELECT id, chat_session_id, content, position, created_at, deleted_at, reply_id FROM chat_messages WHERE ${earlierWhere}
   ), chosen AS MATERIALIZED (
     ${ownSession('(SELECT chat_session_id FROM earlier_message), $3::uuid', 'opened_at', 'id, pins')}
   ), seen AS MATERIALIZED (
     SELECT sheet, sight FROM gallery_sheet($2, $1, $7::boolean, $8::boolean)
   ), rate AS MATERIALIZED (
     SELECT ${rateLimitColumns},
     CASE WHEN $4::text IS NOT NULL THEN EXISTS (
       SELECT FROM rewrite_keys WHERE user_id = $1 AND client_message_id = $4
     ) ELSE false END AS is_rewrite_key
   )`

const byKey = 'user_id = $1 AND client_message_id = $4'

/** `pins` and `upTo` are SQL: if a statement has locked the session, they come from the locked row. */
const contextColumns = ({ pins, upTo }: { pins: string; upTo: string }) => `
     seen.sheet, seen.sight, chosen.id AS session_id, ${pins} AS pins, rate.retry_after, rate.unpaid_retry_after, rate.is_rewrite_key,
     earlier_message.id AS user_message_id, earlier_message.chat_session_id AS user_message_session_id,
     earlier_message.content AS user_message_content, earlier_message.created_at AS user_message_created_at,
     earlier_message.deleted_at IS NOT NULL AS user_message_deleted,
     earlier_reply.id AS reply_id, earlier_reply.state AS reply_state,
     coalesce(
       (SELECT deleted_at IS NOT NULL FROM chat_messages WHERE id = earlier_reply.message_id), earlier_reply.state = 'written'
     ) AS reply_deleted,
     ${historyColumns({ session: 'chosen.id', upTo, budget: '$5' })}`

const contextTables = `
   FROM rate
   LEFT JOIN earlier_message ON true
   LEFT JOIN chosen ON true
   LEFT JOIN seen ON true
   LEFT JOIN replies earlier_reply ON earlier_reply.id = earlier_message.reply_id`

const upToEarlier = 'coalesce(earlier_message.position, 2147483647)'

const contextValues = (input: SendContextInput): unknown[] => [
  input.user.id,
  input.characterId,
  input.sessionId,
  input.clientMessageId,
  input.historyCharacters,
  input.repliesPerMinute,
  input.user.isAdmin,
  input.user.limitlessEnabled,
]

/**
 * Begins a reply atomically, in one round trip: reads the context of a send and, unless the context refuses it, saves the user's
 * message, holds the rubies and inserts the running reply. Both positions are taken now, so that the end needs no lock on the session.
 *
 * The statement's snapshot is older than the lock on the session, and older than the end of a previous reply that the unique index
 * waited for. History and pins are therefore read last, from the locked row and through `chat_history`, which depends on `reply`.
 *
 * The condition on `deleted_at` avoids the partial indexes' condition, so that no plan prefers one of them to the primary key.
 */
const begin = statement<SendContext & { begun_at: Date | null }>(
  'chat_begin_reply',
  `WITH ${contextCtes(byKey)}, session AS (
     UPDATE chat_sessions SET next_position = next_position + 2, messages_written = messages_written + 1, last_message_at = now()
     WHERE id = (
         SELECT chosen.id FROM chosen, seen, rate
         WHERE sight = 'visible' AND retry_after IS NULL AND unpaid_retry_after IS NULL AND NOT is_rewrite_key
           AND NOT EXISTS (SELECT FROM earlier_message)
       ) AND coalesce(deleted_at, 'infinity') = 'infinity'
     RETURNING id, next_position, pins
   ), saved AS (
     INSERT INTO chat_messages (id, chat_session_id, position, user_id, content, client_message_id, reply_id)
     SELECT $11, id, next_position - 1, $1, $12, $4, $9 FROM session
     RETURNING created_at
   ), reply AS (
     INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     SELECT $9, id, $1, $11, $10, next_position, $13, $14, $15 FROM session
     RETURNING id, position
   )
   SELECT ${contextColumns({
     pins: 'coalesce(session.pins, chosen.pins)',
     upTo: `coalesce(reply.position - 2, ${upToEarlier})`,
   })}, saved.created_at AS begun_at,
     CASE WHEN reply.id IS NOT NULL THEN ledger_hold($1, reply.id, $14::int, now() + INTERVAL '2 hours') END AS rubies
   ${contextTables} LEFT JOIN session ON true LEFT JOIN saved ON true LEFT JOIN reply ON true`
)

const load = statement<SendContext>(
  'chat_load_send_context',
  `WITH ${contextCtes(`id = $9 OR (${byKey})`)}
   SELECT ${contextColumns({ pins: 'chosen.pins', upTo: upToEarlier })} ${contextTables}`
)

export interface NewReply {
  /** The ids of the reply and of its message, made by the caller: the same ids again are the same reply. */
  replyId: string
  messageId: string
  tier: string
  /** Rubies to hold. */
  cost: number
  /** The process that generates it. */
  owner: string
}

export interface BeginInput extends NewReply, SendContextInput {
  userMessageId: string
  content: string
}

export interface Begun {
  /** As before the reply began. After a retry it may include the message, saved by an earlier attempt. */
  context: SendContext
  /** False: nothing has changed, and the context says why. */
  isBegun: boolean
  savedAt: Date | null
}

type Client = Parameters<typeof begin>[0]

/** Saves the message, holds the rubies and begins the reply, or returns the context that prevents it. */
export const beginReply = (client: Client, input: BeginInput): Promise<Result<Begun, BeginFailure>> => {
  const { replyId, messageId, userMessageId, content, tier, cost, owner } = input
  const values = [...contextValues(input), replyId, messageId, userMessageId, content, tier, cost, owner]
  const savedEarlier = (context: SendContext): Begun | null =>
    context.user_message_id === userMessageId
      ? { context, isBegun: true, savedAt: context.user_message_created_at }
      : null
  return retryOnOutage(
    async () => {
      const [row] = await begin(client, values)
      return ok(savedEarlier(row!) ?? { context: row!, isBegun: row!.begun_at !== null, savedAt: row!.begun_at })
    },
    async () => savedEarlier(await loadSendContext(client, input, userMessageId))
  )
}

/** Reads the context alone, after `beginReply` failed. Finds an earlier message by its key or by `userMessageId`. */
export const loadSendContext = async (
  client: Client,
  input: SendContextInput,
  userMessageId: string
): Promise<SendContext> => {
  const [row] = await load(client, [...contextValues(input), userMessageId])
  return row!
}
