import type { CharacterSheet, Visibility } from '#modules/gallery/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { groupedStatement } from '#modules/kernel/grouped_statement'
import type { ReplyState } from '../../api.ts'
import { openFirstSession } from '../opening/open_session.ts'
import { ownSession } from '../chat/own_session.ts'
import { storedOpening } from '../opening/store_opening.ts'
import { historyColumns, type HistoryRow } from '../../prompts/history_columns.ts'
import { setupColumn, type SetupRow } from '../../prompts/reply_setup.ts'
import { rateLimitColumns, type RateLimitRow } from './rate_limits.ts'
import { retryOnOutage, type BeginContext, type BeginFailure } from './retry_on_outage.ts'

/** The chat and its character, as far as a send needs them. */
export interface SendContext extends HistoryRow, RateLimitRow, SetupRow {
  /** Null when the character doesn't exist. */
  sheet: CharacterSheet | null
  sight: Visibility | null
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
  /** The key was used for a request without a message, such as a reroll. */
  is_rewrite_key: boolean
  /** The facts that the user pinned. */
  pins: string[] | null
  /** The user's lorebooks of this chat. Null without a session. */
  lorebook_ids: string[] | null
  /** The user's lorebooks that are always on. */
  always_on: string[]
}

export interface SendContextInput {
  user: { id: string; isAdmin: boolean; limitlessEnabled: boolean }
  characterId: string
  sessionId: string | null
  clientMessageId: string | null
  /** About how many characters of history the model can use. */
  historyCharacters: number
  /** Whether the limits of replies apply. */
  isLimited: boolean
}

/** The input of the context, as columns of `given`. */
const contextInput = {
  user_id: 'uuid',
  character_id: 'uuid',
  session_id: 'uuid',
  client_message_id: 'text',
  history_characters: 'integer',
  is_limited: 'boolean',
  is_admin: 'boolean',
  sees_adult: 'boolean',
}

const contextValues = (input: SendContextInput): Record<keyof typeof contextInput, unknown> => ({
  user_id: input.user.id,
  character_id: input.characterId,
  session_id: input.sessionId,
  client_message_id: input.clientMessageId,
  history_characters: input.historyCharacters,
  is_limited: input.isLimited,
  is_admin: input.user.isAdmin,
  sees_adult: input.user.limitlessEnabled,
})

const byKey = 'user_id = given.user_id AND client_message_id = given.client_message_id'

/**
 * SQL for the tables of both statements, for each row of `given`. `earlierWhere` finds the message that was saved before. Each table is in
 * a subquery with OFFSET 0, so that it is read by its key for each row. A join or EXISTS may read the whole table while it is small.
 */
const contextTables = (earlierWhere: string) => `
     LEFT JOIN LATERAL (
       SELECT id, chat_session_id, content, position, created_at, deleted_at, reply_id FROM chat_messages WHERE ${earlierWhere} OFFSET 0
     ) earlier_message ON true
     LEFT JOIN LATERAL (${ownSession({
       named: 'earlier_message.chat_session_id, given.session_id',
       newest: 'opened_at',
       columns: 'id, pins, character_version, lorebook_ids',
       user: 'given.user_id',
       character: 'given.character_id',
     })}) chosen ON true
     LEFT JOIN LATERAL gallery_sheet(
       given.character_id, given.user_id, given.is_admin, given.sees_adult, chosen.character_version
     ) seen ON true
     LEFT JOIN LATERAL (
       SELECT id, state, message_id FROM replies WHERE id = earlier_message.reply_id OFFSET 0
     ) earlier_reply ON true
     LEFT JOIN LATERAL (SELECT true AS is_known FROM rewrite_keys WHERE ${byKey} OFFSET 0) rewrite_key ON true
     CROSS JOIN LATERAL (SELECT ${rateLimitColumns({ user: 'given.user_id', isLimited: 'given.is_limited' })}) rate`

/** SQL for the position of the last message of the history. */
const upTo = 'coalesce(earlier_message.position, 2147483647)'

const contextColumns = {
  sheet: 'seen.sheet',
  sight: 'seen.sight',
  lorebook_ids: 'chosen.lorebook_ids',
  always_on: 'lore_always_on(given.user_id)',
  setup: setupColumn('chosen.id', 'given.user_id', upTo),
  session_id: 'chosen.id',
  retry_after: 'rate.retry_after',
  unpaid_retry_after: 'rate.unpaid_retry_after',
  is_rewrite_key: 'rewrite_key.is_known IS NOT NULL',
  user_message_id: 'earlier_message.id',
  user_message_session_id: 'earlier_message.chat_session_id',
  user_message_content: 'earlier_message.content',
  user_message_created_at: 'earlier_message.created_at',
  user_message_deleted: 'earlier_message.deleted_at IS NOT NULL',
  reply_id: 'earlier_reply.id',
  reply_state: 'earlier_reply.state',
  reply_deleted: `coalesce(
       (SELECT deleted_at IS NOT NULL FROM chat_messages WHERE id = earlier_reply.message_id), earlier_reply.state = 'written')`,
}

const readContext = `
     ${Object.entries(contextColumns)
       .map(([name, sql]) => `${sql} AS ${name}`)
       .join(', ')},
     chosen.pins, ${upTo} AS up_to`

/** The same columns, read from a CTE `context`. */
const contextNames = Object.keys(contextColumns)
  .map((name) => `context.${name}`)
  .join(', ')

const beginInput = {
  ...contextInput,
  reply_id: 'uuid',
  message_id: 'uuid',
  user_message_id: 'uuid',
  content: 'text',
  tier: 'text',
  cost: 'integer',
  owner: 'uuid',
}

const loadInput = { ...contextInput, user_message_id: 'uuid' }

interface BegunRow extends SendContext {
  /** Null if the reply hasn't begun. Then nothing has changed. */
  begun_at: Date | null
  has_too_few_rubies: boolean
  /** The outcome depends on the end of another reply, or is an error. Neither may affect the other members of a group. */
  must_run_alone: boolean
}

/**
 * Begins replies atomically, in one round trip. Reads the context of each send. Unless the context refuses the send, saves the user's
 * message, holds the rubies and inserts the running reply. Both positions are assigned now, so that the end of a reply needs no lock on the
 * session.
 *
 * The statement's snapshot is older than the lock on the session, and older than the end of a previous reply that the unique index waited
 * for. History and pins are therefore read last, from the locked row and through `chat_history`, which depends on `reply`.
 *
 * A violated constraint would undo the whole group. So the context also checks for a running reply and for too few rubies, which
 * constraints would refuse. If this changes in the meantime, the constraints decide.
 *
 * Groups and other writers lock in the same order: sessions, replies, holds, accounts. A group locks its sessions in the order of their
 * ids, and its accounts in the order of their users. A group contains one send per user, because it reads the rate limits before it
 * inserts.
 *
 * The array of ids keeps the update from reading the whole index of sessions while there are few. Both plans lock in the order of the ids.
 *
 * The condition on `deleted_at` differs from that of the partial indexes, so that no plan prefers such an index to the primary key.
 */
const begin = groupedStatement<BegunRow, keyof typeof beginInput>({
  label: 'chat_begin_reply',
  columns: beginInput,
  keyOf: ({ user_id }) => user_id,
  text: `read AS MATERIALIZED (
     SELECT given.n, given.is_alone, given.cost, seen.version, ${readContext}, account.rubies,
       (SELECT true FROM replies WHERE chat_session_id = chosen.id AND state = 'running') IS NOT NULL AS is_busy
     FROM given ${contextTables(byKey)}
     LEFT JOIN LATERAL (SELECT rubies FROM ledger_available(given.user_id) OFFSET 0) account ON true
   ), context AS MATERIALIZED (
     SELECT read.*, is_allowed, is_allowed AND NOT is_busy AND coalesce(rubies < cost, false) AS has_too_few_rubies,
       is_allowed AND NOT is_alone AND (is_busy OR rubies IS NULL) AS must_run_alone
     FROM read CROSS JOIN LATERAL (
       SELECT session_id IS NOT NULL AND sight = 'visible' AND retry_after IS NULL AND unpaid_retry_after IS NULL
         AND NOT is_rewrite_key AND user_message_id IS NULL AS is_allowed
     ) judged
   ), session AS (
     UPDATE chat_sessions SET next_position = next_position + 2, messages_written = messages_written + 1, last_message_at = now(),
       character_version = coalesce(character_version, sent.version), opening_version = NULL, opening_places = NULL
     FROM (
       SELECT n, session_id, version FROM context WHERE is_allowed AND NOT has_too_few_rubies AND NOT must_run_alone
       ORDER BY session_id OFFSET 0
     ) sent
     WHERE id = sent.session_id AND id = ANY (ARRAY(SELECT session_id FROM context)) AND coalesce(deleted_at, 'infinity') = 'infinity'
     RETURNING sent.n, chat_sessions.id, chat_sessions.next_position, chat_sessions.pins, ${storedOpening}
   ), saved AS (
     INSERT INTO chat_messages (id, chat_session_id, position, user_id, content, client_message_id, reply_id)
     SELECT given.user_message_id, session.id, next_position - 1, user_id, content, client_message_id, given.reply_id
     FROM session JOIN given USING (n)
     RETURNING id, created_at
   ), reply AS (
     INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     SELECT given.reply_id, session.id, user_id, given.user_message_id, message_id, next_position, tier, cost, owner
     FROM session JOIN given USING (n)
     RETURNING id, position
   ), held AS MATERIALIZED (
     SELECT id, ledger_hold(user_id, id, cost, now() + INTERVAL '2 hours') AS rubies FROM (
       SELECT reply.id, given.user_id, given.cost FROM reply JOIN given ON given.reply_id = reply.id
       WHERE given.cost > 0 ORDER BY given.user_id OFFSET 0
     ) ordered
   )
   SELECT n, ${contextNames}, coalesce(session.pins, context.pins) AS pins,
     context.has_too_few_rubies, context.must_run_alone, saved.created_at AS begun_at, held.rubies,
     ${historyColumns({
       session: 'context.session_id',
       upTo: 'coalesce(reply.position - 2, context.up_to)',
       budget: 'given.history_characters',
     })}
   FROM context JOIN given USING (n) LEFT JOIN session USING (n) LEFT JOIN saved ON saved.id = given.user_message_id
   LEFT JOIN reply ON reply.id = given.reply_id LEFT JOIN held ON held.id = reply.id`,
})

const load = groupedStatement<SendContext, keyof typeof loadInput>({
  label: 'chat_load_send_context',
  columns: loadInput,
  text: `context AS MATERIALIZED (
     SELECT given.n, ${readContext}
     FROM given ${contextTables(`id = given.user_message_id OR (${byKey})`)}
   )
   SELECT n, ${contextNames}, context.pins,
     ${historyColumns({ session: 'context.session_id', upTo: 'context.up_to', budget: 'given.history_characters' })}
   FROM context JOIN given USING (n)`,
})

export interface NewReply {
  /** The ids of the reply and of its message, which the caller generates. The same ids identify the same reply. */
  replyId: string
  messageId: string
  tier: string
  /** Rubies to hold. 0 for a free reply, which the ledger doesn't know. */
  cost: number
  /** The process that generates the reply. */
  owner: string
}

export interface BeginInput extends NewReply, SendContextInput {
  userMessageId: string
  content: string
}

export interface Begun {
  /** The context before the reply began. After a retry it may include the message, saved by an earlier attempt. */
  context: SendContext
  /** False: nothing has changed, and the context shows why. */
  isBegun: boolean
  savedAt: Date | null
}

type Client = Parameters<typeof begin>[0]

/** Saves the message, holds the rubies and begins the reply, or returns the context that prevents it. */
export const beginReply = (
  { db, timers, gates }: BeginContext,
  input: BeginInput
): Promise<Result<Begun, BeginFailure>> => {
  const client = db.connection()
  const values = beginValues(input)
  return retryOnOutage(
    timers,
    async (isRetry) => {
      let row = await begin(client, values, { isAlone: isRetry })
      if (row!.must_run_alone) row = await begin(client, values, { isAlone: true })
      if (row!.has_too_few_rubies) return fail('insufficient_rubies')
      if (row!.begun_at !== null) await gates?.('held', [row!.session_id!])
      return ok(toBegun(input, row!))
    },
    async () => savedEarlier(input, await loadSendContext(client, input, input.userMessageId))
  )
}

/**
 * Opens the user's first chat with the character and begins the reply in it, in one transaction. A reply that can't begin, such as that of
 * a duplicate, opens no chat. The value is null if the user has a chat with the character meanwhile.
 */
export const beginReplyInNewChat = (
  { db, timers }: BeginContext,
  input: BeginInput,
  version: number
): Promise<Result<Begun | null, BeginFailure>> =>
  retryOnOutage<Begun | null>(
    timers,
    () =>
      db.transaction(async (trx): Promise<Result<Begun | null, BeginFailure>> => {
        const sessionId = await openFirstSession(trx, input.user.id, input.characterId, version)
        if (!sessionId) return ok(null)
        const row = await begin(trx, { ...beginValues(input), session_id: sessionId }, { isAlone: true })
        if (row!.begun_at === null) await trx.rollback()
        return row!.has_too_few_rubies ? fail('insufficient_rubies') : ok(toBegun(input, row!))
      }),
    async () => savedEarlier(input, await loadSendContext(db.connection(), input, input.userMessageId))
  )

const beginValues = (input: BeginInput): Record<keyof typeof beginInput, unknown> => ({
  ...contextValues(input),
  reply_id: input.replyId,
  message_id: input.messageId,
  user_message_id: input.userMessageId,
  content: input.content,
  tier: input.tier,
  cost: input.cost,
  owner: input.owner,
})

const toBegun = (input: BeginInput, row: BegunRow): Begun =>
  savedEarlier(input, row) ?? { context: row, isBegun: row.begun_at !== null, savedAt: row.begun_at }

const savedEarlier = ({ userMessageId }: BeginInput, context: SendContext): Begun | null =>
  context.user_message_id === userMessageId
    ? { context, isBegun: true, savedAt: context.user_message_created_at }
    : null

/** Reads the context alone, after `beginReply` failed. Finds an earlier message by its key or by `userMessageId`. */
export const loadSendContext = async (
  client: Client,
  input: SendContextInput,
  userMessageId: string
): Promise<SendContext> => {
  const row = await load(client, { ...contextValues(input), user_message_id: userMessageId }, { isAlone: true })
  return row!
}
