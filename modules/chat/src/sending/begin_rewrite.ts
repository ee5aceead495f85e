import { fail, ok, type Result } from '#modules/kernel/result'
import { statement } from '#modules/kernel/sql'
import type { ReplyKind } from '../../api.ts'
import type { NewReply } from './begin_reply.ts'
import { retryOnOutage, type BeginFailure } from './retry_on_outage.ts'

/**
 * Begins a reroll or a continuation. No row: the session's messages have changed since the caller read them, which shows in its next
 * position. Pins don't advance it, so they are returned from the locked row.
 */
const begin = statement<{ pins: string[] }>(
  'chat_begin_rewrite_2',
  `with session as (
     update chat_sessions set next_position = next_position + 1, last_message_at = now()
     where id = $1 and user_id = $2 and next_position = $3 and coalesce(deleted_at, 'infinity') = 'infinity'
     returning id, next_position, pins
   ), known as (
     insert into rewrite_keys (user_id, client_message_id, kind, message_id, reply_id)
     select $2, $10::text, $9, $5, $4 from session where $10::text is not null
     on conflict on constraint rewrite_keys_pkey do update set reply_id = excluded.reply_id
       where rewrite_keys.reply_id is not distinct from $11::uuid
     returning reply_id
   ), reply as (
     insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, kind, tier, cost, owner, continues, continues_at)
     select $4, id, $2, $12, $5, next_position, $9, $6, $7, $8, $13, $14 from session
     where $10::text is null or exists (select from known)
     returning id
   )
   select session.pins, ledger_hold($2, reply.id, $7::int, now() + interval '2 hours') from reply, session`
)

export interface BeginRewriteInput extends NewReply {
  kind: Exclude<ReplyKind, 'reply'>
  userId: string
  chatSessionId: string
  /** The version of the session that the caller read. */
  nextPosition: number
  /** The user's message before it. */
  userMessageId: string
  clientMessageId: string | null
  /** The latest reply to that key that the caller knows of. */
  knownReplyId: string | null
  /** The answer to continue, and its length in characters. */
  continues: { answerId: string; at: number } | null
}

const findBegun = statement<{ pins: string[] }>(
  'chat_find_begun_rewrite_1',
  'select s.pins from replies r join chat_sessions s on s.id = r.chat_session_id where r.id = $1'
)

/** Returns the session's pins. `key_taken`: another request was faster, in this session or with that key. */
export const beginRewrite = (
  client: Parameters<typeof begin>[0],
  input: BeginRewriteInput
): Promise<Result<{ pins: string[] }, BeginFailure>> => {
  const values = [
    input.chatSessionId,
    input.userId,
    input.nextPosition,
    input.replyId,
    input.messageId,
    input.tier,
    input.cost,
    input.owner,
    input.kind,
    input.clientMessageId,
    input.knownReplyId,
    input.userMessageId,
    input.continues?.answerId ?? null,
    input.continues?.at ?? null,
  ]
  return retryOnOutage(
    async () => {
      const [row] = await begin(client, values)
      return row ? ok(row) : fail('key_taken')
    },
    async () => (await findBegun(client, [input.replyId]))[0] ?? null
  )
}
