import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { ChatKey } from '../replies.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import { loadContext, type BeginContext, type ContextInput } from './begin_context.ts'
import { beginNextOnce, findBegunReply, type Begun, type NewReply } from './begin_statements.ts'
import type { BeginOutcome, GivenMessage, GivenMessages } from './reply_request.ts'
import { retryOnOutage, type BeginDeps, type BeginFailure } from './retry_on_outage.ts'

interface GivenInput extends NewReply, GivenMessages {
  userId: string
  userMessageId: string
  content: string
  context: ContextInput
  refuse: (context: BeginContext) => BeginOutcome | null
  deletedDays: number
}

type BegunGiven = { context: BeginContext; begun: Begun } | { refusal: BeginOutcome }

/** How long the answer and the message before it are kept, so that a repeated request gets it again. */
const keptHours = 25

/**
 * Begins the reply to given messages in one transaction: in a session that counts as deleted from the start. So no list, search, statistics or
 * export contains it, and the purge removes it.
 */
export const beginGiven = ({ db, timers }: BeginDeps, input: GivenInput): Promise<Result<BegunGiven, BeginFailure>> => {
  const { userId, replyId, claim, refuse } = input
  const sessionId = input.context.sessionId!
  let read: BeginContext | null = null
  return retryOnOutage<BegunGiven>(
    timers,
    () =>
      db.transaction(async (trx) => {
        if (claim && !(await claim(trx, replyId))) {
          await trx.rollback()
          return fail('busy')
        }
        await storeGiven(trx, input)
        const context = await loadContext(trx, input.context)
        read = context
        const refusal = refuse(context)
        if (refusal) {
          await trx.rollback()
          return ok({ refusal })
        }
        const begun = await beginNextOnce(trx, {
          ...input,
          sessionId,
          nextPosition: context.next_position!,
          kind: 'reply',
          isNew: true,
          clientMessageId: null,
          knownReplyId: null,
          continues: null,
          speaker: null,
          talk: null,
        })
        await hide(trx, userId, sessionId, input.deletedDays)
        return ok({ context, begun: begun! })
      }),
    async () => {
      const begun = await findBegunReply(db.connection(), { userId, replyId })
      return begun && read && { context: read, begun }
    }
  )
}

/**
 * Stores the messages in a new session. Its counters leave out its messages, as those of imports, from what its user wrote and from the statistics
 * of the character's chats.
 */
const storeGiven = async (trx: TransactionClientContract, { userId, earlier, context }: GivenInput) => {
  const messages = withinBudget(earlier, context.historyCharacters)
  await trx.rawQuery(
    `WITH session AS (
       INSERT INTO chat_sessions (user_id, id, character_id, next_position, messages_written, messages_imported)
       VALUES (:userId::uuid, :sessionId::uuid, :characterId::uuid, :count::int, 1, 2) RETURNING id
     )
     INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
     SELECT :userId::uuid, message.id, session.id, position, CASE WHEN "isUser" THEN :userId::uuid END, content
     FROM session, ROWS FROM (json_to_recordset(:messages::json) AS (id uuid, "isUser" boolean, content text))
       WITH ORDINALITY AS message (id, "isUser", content, position)`,
    {
      userId,
      sessionId: context.sessionId,
      characterId: context.characterId,
      count: messages.length,
      messages: JSON.stringify(messages.map((message) => ({ ...message, id: newId() }))),
    } as never
  )
}

/** Returns the newest messages that a prompt could hold. */
const withinBudget = (messages: readonly GivenMessage[], characters: number): readonly GivenMessage[] => {
  let length = 0
  const from = messages.findLastIndex(({ content }) => (length += content.length) > characters)
  return messages.slice(from + 1)
}

/** Marks the session as deleted at a time at which the purge removes it after `keptHours`. */
const hide = (trx: TransactionClientContract, userId: string, sessionId: string, deletedDays: number) =>
  trx.rawQuery(
    `UPDATE chat_sessions SET deleted_at = now() + make_interval(hours => ?::int) - make_interval(days => ?::int)
     WHERE user_id = ?::uuid AND id = ?::uuid`,
    [keptHours, deletedDays, userId, sessionId]
  )

/** Deletes the earlier messages after the reply. The purge deletes the rest. Never rejects. */
export const forgetEarlier = async (
  { db, logger }: ReplyContext,
  chat: ChatKey,
  { messageId, userMessageId }: { messageId: string; userMessageId: string }
): Promise<void> => {
  try {
    await db.rawQuery(
      'DELETE FROM chat_messages WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND id NOT IN (?::uuid, ?::uuid)',
      [chat.userId, chat.sessionId, messageId, userMessageId]
    )
  } catch (error) {
    logger.warn({ err: error, chatId: chat.sessionId }, 'the messages of a request could not be deleted yet')
  }
}
