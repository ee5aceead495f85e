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
     insert into chat_messages (id, chat_session_id, position, user_id, is_user, content, client_message_id)
     select $5, id, next_position - 1, $2, true, $6, $7 from session
     returning created_at
   ), reply as (
     insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     select $3, id, $2, $5, $4, next_position, $8, $9, $10 from session
     returning id, position
   )
   select reply.position, said.created_at, ledger_hold($2, reply.id, $9::int, now() + interval '2 hours') from reply, said`
)

/** Another try at a message that is saved already. */
const beginAgain = statement<{ position: number }>(
  'chat_begin_reply_again_1',
  `with session as (
     update chat_sessions set next_position = next_position + 1, last_message_at = now()
     where id = $1 and user_id = $2 and deleted_at is null
     returning id, next_position
   ), reply as (
     insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     select $3, id, $2, $5, $4, next_position, $6, $7, $8 from session
     returning id, position
   )
   select reply.position, ledger_hold($2, reply.id, $7::int, now() + interval '2 hours') from reply`
)

export interface BeginInput {
  chatSessionId: string
  userId: string
  replyId: string
  messageId: string
  tier: string
  cost: number
  owner: string
  /** A new message, or the id of one that is saved already. */
  said: { id: string; content: string; clientMessageId: string | null } | { id: string; saved: true }
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
      return await tryToBegin(client, input)
    } catch (error) {
      if (violatedConstraint(error) === 'replies_pkey') return ok({ saidAt: null })
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
    if ('saved' in said) {
      const [row] = await beginAgain(client, [chatSessionId, userId, replyId, messageId, said.id, tier, cost, owner])
      return row ? ok({ saidAt: null }) : fail('no_such_chat')
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
        return fail('key_taken')
    }
    throw error
  }
}
