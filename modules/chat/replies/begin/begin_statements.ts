import { fail, ok, type Result } from '#modules/kernel/result'
import { groupedStatement } from '#modules/kernel/grouped_statement'
import { namedStatement } from '#modules/kernel/sql'
import type { ReplyKind } from '../api.ts'
import { openFirstSession } from '../opening/open_session.ts'
import { storedOpening } from '../opening/store_opening.ts'
import { historyColumns } from '../../prompts/index.ts'
import {
  loadContext,
  sendContext,
  sendInput,
  sendValues,
  type BeginContext,
  type ContextInput,
} from './begin_context.ts'
import { retryOnOutage, type BeginDeps, type BeginFailure } from './retry_on_outage.ts'

/** The columns of all replies, which the caller of both statements knows. */
const replyInput = {
  reply_id: 'uuid',
  message_id: 'uuid',
  user_message_id: 'uuid',
  content: 'text',
  tier: 'text',
  cost: 'integer',
  owner: 'uuid',
}

const replyColumns = 'id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner'

/** SQL that holds the rubies of a reply. Free replies are unknown to the ledger. */
const hold = (user: string, reply: string, cost: string) =>
  `ledger_hold(${user}, ${reply}, ${cost}, now() + INTERVAL '2 hours')`

const beginInput = { ...sendInput, ...replyInput }

interface SentRow extends BeginContext {
  /** Null if the reply hasn't begun. Then nothing has changed. */
  begun_at: Date | null
  has_too_few_rubies: boolean
  /** The outcome depends on the end of another reply, or is an error. Neither may affect the other members of a group. */
  must_run_alone: boolean
}

/**
 * Begins replies to messages in chats with one character atomically, in one round trip. Reads the context of each send. Unless the context refuses
 * the send, saves the user's message, holds the rubies and inserts the running reply. Both positions are assigned now, so that the end of a
 * reply needs no lock on the session.
 *
 * The statement's snapshot is older than the lock on the session, and older than the end of a previous reply that the unique index waited
 * for. History and pins are therefore read last, from the locked row and through `chat_history`, which depends on `reply`.
 *
 * A violated constraint would undo the whole group. So the context also checks for a running reply and for too few rubies, which
 * constraints would refuse. If this changes in the meantime, the constraints decide.
 *
 * Groups and other writers lock in the same order: sessions, replies, holds, accounts. A group locks its sessions and its accounts in the
 * order of their users. A group contains one send per user, because it reads the rate limits before it inserts.
 *
 * The arrays of keys keep the update from reading the whole index of sessions while there are few. Both plans lock in the order of the keys.
 *
 * The condition on `deleted_at` differs from that of the partial indexes, so that no plan prefers such an index to the primary key.
 */
const send = groupedStatement<SentRow, keyof typeof beginInput>({
  label: 'chat_begin_reply',
  columns: beginInput,
  keyOf: ({ user_id }) => user_id,
  text: `-- all users: the sends of a group
   read AS MATERIALIZED (
     SELECT given.n, given.user_id, given.is_alone, given.cost, seen.version, ${sendContext.columns}, account.rubies,
       (SELECT true FROM replies WHERE user_id = given.user_id AND chat_session_id = chosen.id AND state = 'running') IS NOT NULL AS is_busy
     FROM given ${sendContext.tables}
     LEFT JOIN LATERAL (SELECT rubies FROM ledger_available(given.user_id) OFFSET 0) account ON true
   ), context AS MATERIALIZED (
     SELECT read.*, is_allowed, is_allowed AND NOT is_busy AND coalesce(rubies < cost, false) AS has_too_few_rubies,
       is_allowed AND NOT is_alone AND (is_busy OR rubies IS NULL) AS must_run_alone
     FROM read CROSS JOIN LATERAL (
       SELECT session_id IS NOT NULL AND sight = 'visible' AND retry_after IS NULL AND unpaid_retry_after IS NULL
         AND key_kind IS NULL AND user_message_id IS NULL AS is_allowed
     ) judged
   ), session AS (
     UPDATE chat_sessions SET next_position = next_position + 2, messages_written = messages_written + 1, last_message_at = now(),
       character_version = coalesce(character_version, sent.version), opening_version = NULL, opening_places = NULL
     FROM (
       SELECT n, user_id, session_id, version FROM context WHERE is_allowed AND NOT has_too_few_rubies AND NOT must_run_alone
       ORDER BY user_id, session_id OFFSET 0
     ) sent
     WHERE chat_sessions.user_id = sent.user_id AND id = sent.session_id
       AND chat_sessions.user_id = ANY (ARRAY(SELECT user_id FROM context)) AND id = ANY (ARRAY(SELECT session_id FROM context))
       AND coalesce(deleted_at, 'infinity') = 'infinity'
     RETURNING sent.n, chat_sessions.id, chat_sessions.next_position, chat_sessions.pins, ${storedOpening}
   ), saved AS (
     INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, client_message_id, reply_id)
     SELECT user_id, given.user_message_id, session.id, next_position - 1, user_id, content, client_message_id, given.reply_id
     FROM session JOIN given USING (n)
     RETURNING id, created_at
   ), reply AS (
     INSERT INTO replies (${replyColumns})
     SELECT given.reply_id, session.id, user_id, given.user_message_id, message_id, next_position, tier, cost, owner
     FROM session JOIN given USING (n)
     RETURNING id, position
   ), held AS MATERIALIZED (
     SELECT id, ${hold('user_id', 'id', 'cost')} AS rubies FROM (
       SELECT reply.id, given.user_id, given.cost FROM reply JOIN given ON given.reply_id = reply.id
       WHERE given.cost > 0 ORDER BY given.user_id OFFSET 0
     ) ordered
   )
   SELECT n, ${sendContext.names}, coalesce(session.pins, context.pins) AS pins,
     context.has_too_few_rubies, context.must_run_alone, saved.created_at AS begun_at, held.rubies,
     ${historyColumns({
       user: 'context.user_id',
       session: 'context.session_id',
       upTo: 'coalesce(reply.position - 2, context.up_to)',
       budget: 'given.history_characters',
     })}
   FROM context JOIN given USING (n) LEFT JOIN session USING (n) LEFT JOIN saved ON saved.id = given.user_message_id
   LEFT JOIN reply ON reply.id = given.reply_id LEFT JOIN held ON held.id = reply.id`,
})

export interface NewReply {
  /** The ids of the reply and of its message, which the caller generates. The same ids identify the same reply. */
  replyId: string
  messageId: string
  tier: string
  /** Rubies to hold. 0 for a free reply. */
  cost: number
  /** The process that generates the reply. */
  owner: string
}

export interface SendInput extends NewReply, Omit<ContextInput, 'kind' | 'rewrittenId' | 'characterId'> {
  characterId: string
  userMessageId: string
  content: string
}

export interface Sent {
  /** The context before the reply began. After a retry it may include the message, saved by an earlier attempt. */
  context: BeginContext
  /** Null: nothing has changed, and the context shows why. */
  begun: Begun | null
}

export interface Begun {
  /** The time at which the user's message was saved. Null without a message. */
  savedAt: Date | null
  /** The facts that the user pinned, read under the lock. */
  pins: readonly string[]
}

/** Saves the message, holds the rubies and begins the reply, or returns the context that prevents it. */
export const beginSend = ({ db, timers, gates }: BeginDeps, input: SendInput): Promise<Result<Sent, BeginFailure>> => {
  const client = db.connection()
  const values = valuesOf(input)
  return retryOnOutage(
    timers,
    async (isRetry) => {
      let row = await send(client, values, { isAlone: isRetry })
      if (row!.must_run_alone) row = await send(client, values, { isAlone: true })
      if (row!.has_too_few_rubies) return fail('insufficient_rubies')
      if (row!.begun_at !== null) await gates?.('held', [row!.session_id!])
      return ok(toSent(input, row!))
    },
    () => findSent(client, input)
  )
}

/**
 * Opens the user's first chat with the character and begins the reply in it, in one transaction. A reply that can't begin, such as that of
 * a duplicate, opens no chat. `key_taken`: the user has a chat with the character meanwhile.
 */
export const beginSendInNewChat = (
  { db, timers }: BeginDeps,
  input: SendInput,
  version: number
): Promise<Result<Sent, BeginFailure>> =>
  retryOnOutage(
    timers,
    () =>
      db.transaction(async (trx): Promise<Result<Sent, BeginFailure>> => {
        const sessionId = await openFirstSession(trx, input.user.id, input.characterId, version)
        if (!sessionId) return fail('key_taken')
        const row = await send(trx, { ...valuesOf(input), session_id: sessionId }, { isAlone: true })
        if (row!.begun_at === null) await trx.rollback()
        return row!.has_too_few_rubies ? fail('insufficient_rubies') : ok(toSent(input, row!))
      }),
    () => findSent(db.connection(), input)
  )

const valuesOf = (input: SendInput): Record<keyof typeof beginInput, unknown> => ({
  ...sendValues(input),
  reply_id: input.replyId,
  message_id: input.messageId,
  user_message_id: input.userMessageId,
  content: input.content,
  tier: input.tier,
  cost: input.cost,
  owner: input.owner,
})

const toSent = (input: SendInput, row: SentRow): Sent =>
  sentEarlier(input, row) ?? {
    context: row,
    begun: row.begun_at && { savedAt: row.begun_at, pins: row.pins ?? [] },
  }

const sentEarlier = ({ userMessageId }: SendInput, context: BeginContext): Sent | null =>
  context.user_message_id === userMessageId
    ? { context, begun: { savedAt: context.user_message_created_at, pins: context.pins ?? [] } }
    : null

const findSent = async (client: Parameters<typeof loadContext>[0], input: SendInput): Promise<Sent | null> =>
  sentEarlier(input, await loadContext(client, { ...input, kind: 'reply' }))

const nextInput = {
  ...replyInput,
  user_id: 'uuid',
  session_id: 'uuid',
  next_position: 'integer',
  kind: 'text',
  new_messages: 'integer',
  client_message_id: 'text',
  known_reply_id: 'uuid',
  continues: 'uuid',
  continues_at: 'integer',
  speaker_id: 'uuid',
  speaker: 'text',
  talk_id: 'uuid',
  talk_turns: 'integer',
  turns_left: 'integer',
  turns_left_before: 'integer',
  pictures: 'uuid[]',
}

/**
 * Begins any other reply. Returns no row if the session's messages have changed since the caller read them, which its next position shows. So the
 * history that the caller read is the one under the lock. Pins don't advance the position, so they are returned from the locked row.
 *
 * With `content`, the user's message is saved, or points to its new reply if it was saved before. Without it, the key is stored beside the
 * messages. A later turn of a talk only begins while the talk has as many turns left as the caller knows of.
 */
const begin = namedStatement<{ pins: string[]; saved_at: Date | null }, keyof typeof nextInput>(
  'chat_begin_next_reply',
  nextInput,
  `WITH session AS (
     UPDATE chat_sessions SET next_position = next_position + 1 + :new_messages, messages_written = messages_written + :new_messages,
       last_message_at = now()
     WHERE user_id = :user_id AND id = :session_id AND next_position = :next_position AND coalesce(deleted_at, 'infinity') = 'infinity'
     RETURNING id, next_position, pins
   ), saved AS (
     INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, client_message_id, reply_id)
     SELECT :user_id, :user_message_id, id, next_position - 1, :user_id, :content, :client_message_id, :reply_id
     FROM session WHERE :content IS NOT NULL
     ON CONFLICT (user_id, id) DO UPDATE SET reply_id = excluded.reply_id
     RETURNING created_at
   ), known AS (
     INSERT INTO rewrite_keys (user_id, client_message_id, kind, message_id, reply_id)
     SELECT :user_id, :client_message_id, :kind, :message_id, :reply_id FROM session
     WHERE :content IS NULL AND :client_message_id IS NOT NULL
     ON CONFLICT ON CONSTRAINT rewrite_keys_pkey DO UPDATE SET message_id = excluded.message_id, reply_id = excluded.reply_id
       WHERE rewrite_keys.reply_id IS NOT DISTINCT FROM :known_reply_id
     RETURNING reply_id
   ), able AS (
     SELECT id, next_position, pins FROM session
     WHERE :content IS NOT NULL OR :client_message_id IS NULL OR EXISTS (SELECT FROM known)
   ), shown AS (
     UPDATE chat_pictures SET message_id = :user_message_id
     WHERE user_id = :user_id AND id = ANY (:pictures) AND chat_session_id = (SELECT id FROM able) AND message_id IS NULL
   ), talk AS (
     UPDATE chat_groups SET talk_id = :talk_id, talk_turns = coalesce(:talk_turns, 0), turns_left = coalesce(:turns_left, 0)
     WHERE user_id = :user_id AND chat_session_id = (SELECT id FROM able) AND :kind = 'reply' AND (:talk_id IS NOT NULL OR talk_id IS NOT NULL)
       AND (:turns_left_before IS NULL OR talk_id = :talk_id AND turns_left = :turns_left_before)
     RETURNING chat_session_id
   ), reply AS (
     INSERT INTO replies (${replyColumns}, kind, continues, continues_at, character_id, speaker)
     SELECT :reply_id, id, :user_id, :user_message_id, :message_id, next_position, :tier, :cost, :owner, :kind, :continues, :continues_at,
       :speaker_id, :speaker
     FROM able WHERE :turns_left_before IS NULL OR EXISTS (SELECT FROM talk)
     RETURNING id
   ), held AS MATERIALIZED (
     SELECT ${hold(':user_id', 'id', ':cost')} AS rubies FROM reply WHERE :cost > 0
   )
   SELECT able.pins, saved.created_at AS saved_at, held.rubies
   FROM reply CROSS JOIN able LEFT JOIN saved ON true LEFT JOIN held ON true`
)

/** Reads the same columns after `begin` was committed but its response was lost. */
const findBegun = namedStatement<{ pins: string[]; saved_at: Date | null }, 'user_id' | 'reply_id'>(
  'chat_find_begun_reply',
  { user_id: 'uuid', reply_id: 'uuid' },
  `SELECT (SELECT pins FROM chat_sessions WHERE user_id = :user_id AND id = reply.chat_session_id) AS pins,
     (SELECT created_at FROM chat_messages WHERE user_id = :user_id AND id = reply.user_message_id) AS saved_at
   FROM replies reply WHERE user_id = :user_id AND id = :reply_id`
)

export interface NextInput extends NewReply {
  kind: ReplyKind
  userId: string
  sessionId: string
  /** The version of the session that the caller read. */
  nextPosition: number
  /** The message of the user that the reply answers. Null without one. */
  userMessageId: string | null
  /** The text of that message, to save it or to point it to the reply. Null: it stays as it is. */
  content: string | null
  /** The message isn't saved yet. */
  isNew: boolean
  /** The ids of the pictures that the user shows with it. They are in the chat, and in no message. */
  pictures?: readonly string[]
  clientMessageId: string | null
  /** The latest reply for that key that the caller knows of. */
  knownReplyId: string | null
  /** The answer to continue, and its length in characters. */
  continues: { answerId: string; at: number } | null
  /** In a group chat, the character that the prompt is for. The name is missing for a rewrite, whose message has it. */
  speaker: { id: string; name: string | null } | null
  /** Null: the talk of the group ends. `turnsLeftBefore`: null for its first turn. */
  talk: { id: string; turns: number; turnsLeft: number; turnsLeftBefore: number | null } | null | undefined
}

/** Begins a reply whose context was read. `key_taken`: another request was faster, in this session or with that key. */
export const beginNext = ({ db, timers, gates }: BeginDeps, input: NextInput): Promise<Result<Begun, BeginFailure>> => {
  const client = db.connection()
  return retryOnOutage(
    timers,
    async () => {
      const begun = await beginNextOnce(client, input)
      if (!begun) return fail('key_taken')
      await gates?.('held', [input.sessionId])
      return ok(begun)
    },
    () => findBegunReply(client, input)
  )
}

/** As `beginNext`, in the caller's transaction. Null: another request was faster. */
export const beginNextOnce = async (client: Parameters<typeof begin>[0], input: NextInput): Promise<Begun | null> => {
  const { content, continues, speaker, talk } = input
  const [row] = await begin(client, {
    reply_id: input.replyId,
    message_id: input.messageId,
    user_message_id: input.userMessageId,
    content,
    tier: input.tier,
    cost: input.cost,
    owner: input.owner,
    user_id: input.userId,
    session_id: input.sessionId,
    next_position: input.nextPosition,
    kind: input.kind,
    new_messages: input.isNew ? 1 : 0,
    client_message_id: input.clientMessageId,
    known_reply_id: input.knownReplyId,
    continues: continues?.answerId ?? null,
    continues_at: continues?.at ?? null,
    speaker_id: speaker?.id ?? null,
    speaker: speaker?.name ?? null,
    talk_id: talk?.id ?? null,
    talk_turns: talk?.turns ?? null,
    turns_left: talk?.turnsLeft ?? null,
    turns_left_before: talk?.turnsLeftBefore ?? null,
    pictures: input.pictures ?? [],
  })
  return row ? toBegun(row) : null
}

/** Returns a reply that was begun although its answer was lost. */
export const findBegunReply = async (
  client: Parameters<typeof findBegun>[0],
  { userId, replyId }: Pick<NextInput, 'userId' | 'replyId'>
): Promise<Begun | null> => {
  const [row] = await findBegun(client, { user_id: userId, reply_id: replyId })
  return row ? toBegun(row) : null
}

const toBegun = ({ pins, saved_at: savedAt }: { pins: string[]; saved_at: Date | null }): Begun => ({ pins, savedAt })
