import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage, statement, violatedConstraint } from '#modules/kernel/sql'
import { insufficientRubies } from '#modules/economy/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { historyColumns, type HistoryRow } from './history_columns.ts'
import {
  bySaidKey,
  begunContextColumns,
  contextCtes,
  contextTables,
  contextValues,
  loadSendContext,
  type SendContext,
  type SendContextInput,
} from './load_send_context.ts'

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
  'chat_begin_reply_10',
  `with ${contextCtes(bySaidKey)}, session as (
     update chat_sessions set next_position = next_position + 2, messages_written = messages_written + 1, last_message_at = now()
     where id = (
         select chosen.id from chosen, seen, pace
         where sight = 'visible' and retry_after is null and unpaid_retry_after is null and not is_rewrite_key and not exists (select from said)
       ) and coalesce(deleted_at, 'infinity') = 'infinity'
     returning id, next_position, pins
   ), saved as (
     insert into chat_messages (id, chat_session_id, position, user_id, content, client_message_id, reply_id)
     select $11, id, next_position - 1, $1, $12, $4, $9 from session
     returning created_at
   ), reply as (
     insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     select $9, id, $1, $11, $10, next_position, $13, $14, $15 from session
     returning id, position
   )
   select ${begunContextColumns}, saved.created_at as begun_at,
     case when reply.id is not null then ledger_hold($1, reply.id, $14::int, now() + interval '2 hours') end as rubies
   ${contextTables} left join session on true left join saved on true left join reply on true`
)

/** What a prompt needs of a locked session. */
interface LockedSession extends HistoryRow {
  pins: string[]
}

const lockedColumns = (budget: string) => `
     session.pins, ${historyColumns({ session: 'session.id', upTo: 'said.position', budget })}`

/**
 * Begins another reply to a message that is saved already. No row: a duplicate request has begun one since the caller read the
 * message. History and pins are those under the lock.
 */
const beginAgain = statement<LockedSession>(
  'chat_begin_reply_again_3',
  `with session as (
     update chat_sessions set next_position = next_position + 1, last_message_at = now()
     where id = $1 and user_id = $2 and deleted_at is null
     returning id, next_position, pins
   ), said as (
     update chat_messages set reply_id = $3
     where id = $5 and chat_session_id = (select id from session) and reply_id is not distinct from $9 and deleted_at is null
     returning id, position
   ), reply as (
     insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     select $3, session.id, $2, $5, $4, next_position, $6, $7, $8 from session, said
     returning id
   )
   select ledger_hold($2, reply.id, $7::int, now() + interval '2 hours'), ${lockedColumns('$10')} from reply, said, session`
)

/** The same columns, when the answer to `beginAgain` was lost and the reply has begun. */
const findBegunAgain = statement<LockedSession>(
  'chat_find_begun_again_1',
  `select ${lockedColumns('$2')} from replies r
   join chat_sessions session on session.id = r.chat_session_id
   join chat_messages said on said.id = r.user_message_id
   where r.id = $1`
)

export interface NewReply {
  /** The ids of the reply and of its message, made by the caller: the same ids again are the same reply. */
  replyId: string
  messageId: string
  tier: string
  /** Rubies to hold. */
  cost: number
  /** The process that writes it. */
  owner: string
}

export interface BeginInput extends NewReply, SendContextInput {
  saidId: string
  content: string
}

export interface Begun {
  /** As it was before; where the message was saved by an earlier try of ours, it is part of it. */
  context: SendContext
  /** False: nothing has changed, and the context says what was in the way. */
  isBegun: boolean
  saidAt: Date | null
}

export type BeginFailure = 'busy' | 'insufficient_rubies' | 'key_taken'

type Client = Parameters<typeof begin>[0]

const triesMax = 5
/** No try begins later than this: a user is waiting. */
const tryForMs = 10_000

/**
 * Tries `once`, and again with the same ids when the answer was lost. Refused in a later try, it may have been done by an earlier
 * one: `earlier` looks, and gives null when it was not.
 */
export const persistently = async <Value>(
  once: () => Promise<Result<Value, BeginFailure>>,
  earlier: () => Promise<Value | null>
): Promise<Result<Value, BeginFailure>> => {
  const giveUpAt = performance.now() + tryForMs
  for (let attempt = 1; ; attempt++) {
    try {
      const begun = await once().catch(refusal)
      if (begun.ok || attempt === 1) return begun
      const ours = await earlier()
      return ours === null ? begun : ok(ours)
    } catch (error) {
      if (!isOutage(error) || attempt === triesMax || performance.now() >= giveUpAt) throw error
      await sleep(50 * 2 ** (attempt - 1))
    }
  }
}

/** Saves, holds and starts, or says why not. */
export const beginReply = (client: Client, input: BeginInput): Promise<Result<Begun, BeginFailure>> => {
  const { replyId, messageId, saidId, content, tier, cost, owner } = input
  const values = [...contextValues(input), replyId, messageId, saidId, content, tier, cost, owner]
  const earlier = (context: SendContext): Begun | null =>
    context.said_id === saidId ? { context, isBegun: true, saidAt: context.said_created_at } : null
  return persistently(
    async () => {
      const [row] = await begin(client, values)
      return ok(earlier(row!) ?? { context: row!, isBegun: row!.begun_at !== null, saidAt: row!.begun_at })
    },
    async () => earlier(await loadSendContext(client, input, saidId))
  )
}

export interface BeginAgainInput extends NewReply {
  userId: string
  chatSessionId: string
  saidId: string
  /** The latest reply to that message that the caller knows of. */
  knownReplyId: string | null
  /** About how many characters of history the model can use. */
  historyCharacters: number
}

/** Begins another reply to a message that is saved. Of several requests at once, one does. */
export const beginReplyAgain = (
  client: Client,
  input: BeginAgainInput
): Promise<Result<LockedSession, BeginFailure>> => {
  const { chatSessionId, userId, replyId, messageId, saidId, tier, cost, owner, knownReplyId, historyCharacters } =
    input
  const values = [chatSessionId, userId, replyId, messageId, saidId, tier, cost, owner, knownReplyId, historyCharacters]
  return persistently(
    async () => {
      const [row] = await beginAgain(client, values)
      return row ? ok(row) : fail('key_taken')
    },
    async () => (await findBegunAgain(client, [replyId, historyCharacters]))[0] ?? null
  )
}

/** What a refusal of the database means; anything else is thrown on. */
const refusal = (error: unknown): Result<never, BeginFailure> => {
  switch (violatedConstraint(error)) {
    case insufficientRubies:
      return fail('insufficient_rubies')
    case 'replies_one_running_per_session':
      return fail('busy')
    case 'chat_messages_client_message_id_unique':
    case 'chat_messages_pkey':
    case 'rewrite_keys_pkey':
    case 'replies_pkey':
      return fail('key_taken')
    default:
      throw error
  }
}
