import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage, statement, violatedConstraint } from '#modules/kernel/sql'
import { insufficientRubies } from '#modules/economy/index'
import { fail, ok, type Result } from '#modules/kernel/result'

/**
 * The first of a reply's two moments: the user's message, the held rubies and the running reply come to be together, or none
 * of them does. Both positions are taken now, so that the end needs no lock on the session.
 */
const beginWithMessage = statement<{ position: number; created_at: Date }>(
  'chat_begin_reply_1',
  `with session as (
     update chat_sessions set next_position = next_position + 2, messages_written = messages_written + 1, last_message_at = now()
     where id = $1 and user_id = $2 and deleted_at is null
     returning id, next_position
   ), said as (
     insert into chat_messages (id, chat_session_id, position, user_id, is_user, content, client_message_id, reply_id)
     select $5, id, next_position - 1, $2, true, $6, $7, $3 from session
     returning created_at
   ), reply as (
     insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     select $3, id, $2, $5, $4, next_position, $8, $9, $10 from session
     returning id, position
   )
   select reply.position, said.created_at, ledger_hold($2, reply.id, $9::int, now() + interval '2 hours') from reply, said`
)

/** Another try at a message that is saved already: nothing, when a twin has tried since the caller looked. */
const beginAgain = statement<{ position: number }>(
  'chat_begin_reply_again_1',
  `with session as (
     update chat_sessions set next_position = next_position + 1, last_message_at = now()
     where id = $1 and user_id = $2 and deleted_at is null
     returning id, next_position
   ), said as (
     update chat_messages set reply_id = $3
     where id = $5 and chat_session_id = (select id from session) and reply_id is not distinct from $9
     returning id
   ), reply as (
     insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     select $3, session.id, $2, $5, $4, next_position, $6, $7, $8 from session, said
     returning id, position
   )
   select reply.position, ledger_hold($2, reply.id, $7::int, now() + interval '2 hours') from reply`
)

/** Whether a beginning whose answer was lost had been committed after all. */
const findBegun = statement<{ created_at: Date }>(
  'chat_find_begun_1',
  'select m.created_at from replies r join chat_messages m on m.id = r.user_message_id where r.id = $1'
)

export interface BeginInput {
  chatSessionId: string
  userId: string
  replyId: string
  messageId: string
  tier: string
  cost: number
  owner: string
  /** A new message, or one that is saved already, with the latest reply to it that the caller knows of. */
  said: { id: string; content: string; clientMessageId: string | null } | { id: string; knownReplyId: string | null }
}

export type BeginFailure = 'no_such_chat' | 'busy' | 'insufficient_rubies' | 'key_taken'

type Client = Parameters<typeof beginWithMessage>[0]

/**
 * Holds, saves and starts, or says why not. When the answer to the commit is lost, the same ids are tried again: a reply that
 * is there already is ours.
 */
export const beginReply = async (
  client: Client,
  input: BeginInput
): Promise<Result<{ saidAt: Date | null }, BeginFailure>> => {
  for (let attempt = 0; ; attempt++) {
    try {
      const begun = await tryToBegin(client, input)
      if (begun.ok || attempt === 0) return begun
      const [ours] = await findBegun(client, [input.replyId])
      return ours ? ok({ saidAt: ours.created_at }) : begun
    } catch (error) {
      if (!isOutage(error) || attempt >= 4) throw error
      await sleep(50 * 2 ** attempt)
    }
  }
}

const tryToBegin = async (
  client: Client,
  input: BeginInput
): Promise<Result<{ saidAt: Date | null }, BeginFailure>> => {
  const { chatSessionId, userId, replyId, messageId, tier, cost, owner, said } = input
  try {
    if ('knownReplyId' in said) {
      const { id, knownReplyId } = said
      const ids = [chatSessionId, userId, replyId, messageId, id]
      const [row] = await beginAgain(client, [...ids, tier, cost, owner, knownReplyId])
      return row ? ok({ saidAt: null }) : fail('key_taken')
    }
    const { id, content, clientMessageId } = said
    const [row] = await beginWithMessage(client, [
      chatSessionId,
      userId,
      replyId,
      messageId,
      id,
      content,
      clientMessageId,
      tier,
      cost,
      owner,
    ])
    return row ? ok({ saidAt: row.created_at }) : fail('no_such_chat')
  } catch (error) {
    switch (violatedConstraint(error)) {
      case insufficientRubies:
        return fail('insufficient_rubies')
      case 'replies_one_running_per_session':
        return fail('busy')
      case 'chat_messages_client_message_id_unique':
      case 'chat_messages_pkey':
      case 'replies_pkey':
        return fail('key_taken')
    }
    throw error
  }
}
