import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import { codePoints } from '#modules/kernel/text'
import { limits, type ChatChange, type Message } from '../../api.ts'
import { readMessage } from '../generating/read_message.ts'
import type { ReplyContext } from '../generating/reply_context.ts'
import { chatUserEvent } from './chat_user_event.ts'

/** A message of the caller's chats, as it is when nobody else can change it. */
interface Held {
  id: string
  sessionId: string
  isUser: boolean
  answerId: string | null
  isDeleted: boolean
}

export type ChangeRefusal = 'no_such_message' | 'adult_gate' | 'busy'

interface Change<Refusal extends string> {
  user: CurrentUser
  messageId: string
  what: ChatChange
  /** Whether it needs the adult gate open, as all that shows or writes words does. */
  isGated: boolean
  /** Whether it is for messages that were deleted. */
  ofDeleted?: boolean
  /** Null: nothing to say against it. */
  change: (trx: TransactionClientContract, held: Held) => Promise<Refusal | null>
}

/**
 * What a user does to a message: edit it, choose among its answers, delete it and bring it back. Each holds the session's row, as
 * whatever begins a reply does, then looks whether a reply runs, and moves the session's next position, so that nothing begins on
 * what was read before.
 */
export class ChangeMessage {
  readonly #context: ReplyContext

  constructor(context: ReplyContext) {
    this.#context = context
  }

  /** Of the character's messages, the selected answer; the others stay as they are. */
  edit({ user, messageId, content }: { user: CurrentUser; messageId: string; content: string }) {
    return this.#change<'too_long'>({
      user,
      messageId,
      what: 'message_edited',
      isGated: true,
      change: async (trx, { id, isUser, answerId }) => {
        if (isUser && codePoints(content) > limits.contentMax) return 'too_long'
        await trx.rawQuery('UPDATE chat_messages SET content = ?, edited_at = clock_timestamp() WHERE id = ?', [
          content,
          id,
        ])
        if (answerId)
          await trx.rawQuery(
            'UPDATE chat_message_alternates SET content = ?, edited_at = clock_timestamp() WHERE id = ?',
            [content, answerId]
          )
        return null
      },
    })
  }

  choose({ user, messageId, index }: { user: CurrentUser; messageId: string; index: number }) {
    return this.#change<'no_such_alternate'>({
      user,
      messageId,
      what: 'alternate_chosen',
      isGated: true,
      change: async (trx, { id, isUser, answerId }) => {
        if (!answerId) return index === 0 && !isUser ? null : 'no_such_alternate'
        const { rows } = await trx.rawQuery(
          `UPDATE chat_messages m SET answer_id = a.id, content = a.content, ruby_cost = a.ruby_cost, state = a.state, tier = a.tier,
             is_cut = a.is_cut, edited_at = a.edited_at
           FROM (SELECT * FROM chat_message_alternates WHERE message_id = ? ORDER BY position OFFSET ? LIMIT 1) a
           WHERE m.id = ? RETURNING m.id`,
          [id, index, id]
        )
        return rows.length ? null : 'no_such_alternate'
      },
    })
  }

  delete({ user, messageId }: { user: CurrentUser; messageId: string }) {
    return this.#change<never>({
      user,
      messageId,
      what: 'message_deleted',
      isGated: false,
      change: async (trx, { id, sessionId }) => {
        await trx.rawQuery('UPDATE chat_messages SET deleted_at = now() WHERE id = ?', [id])
        await settleLastMessage(trx, sessionId)
        return null
      },
    })
  }

  restore({ user, messageId }: { user: CurrentUser; messageId: string }) {
    return this.#change<'no_such_message'>({
      user,
      messageId,
      what: 'message_restored',
      isGated: true,
      ofDeleted: true,
      change: async (trx, { id, sessionId }) => {
        const { rows } = await trx.rawQuery(
          `UPDATE chat_messages SET deleted_at = NULL WHERE id = ? AND deleted_at > now() - ? * INTERVAL '1 minute' RETURNING id`,
          [id, limits.restoreMinutes]
        )
        if (rows.length === 0) return 'no_such_message'
        await settleLastMessage(trx, sessionId)
        return null
      },
    })
  }

  async #change<Refusal extends string>({
    user,
    messageId,
    what,
    isGated,
    ofDeleted = false,
    change,
  }: Change<Refusal>): Promise<Message | Refusal | ChangeRefusal> {
    const { db, events } = this.#context
    const outcome = await db.transaction(async (trx) => {
      const held = await hold(trx, user, messageId)
      if (!held || held.isDeleted !== ofDeleted) return 'no_such_message'
      if (isGated && held.sight === 'adult_gate') return 'adult_gate'
      if (await isBusy(trx, held.sessionId)) return 'busy'
      const refusal = await change(trx, held)
      return refusal ?? { sessionId: held.sessionId }
    })
    if (typeof outcome === 'string') return outcome
    events.publish(user.id, chatUserEvent(outcome.sessionId, what, messageId))
    return readMessage(db.connection(), messageId)
  }
}

/**
 * Locks the session, then looks at the message: two statements, because each sees what was committed when it began. The session is
 * changed even where the message then is not, which costs a position and nothing else.
 */
const hold = async (
  trx: TransactionClientContract,
  user: CurrentUser,
  messageId: string
): Promise<(Held & { sight: string | null }) | null> => {
  const { rows: sessions } = await trx.rawQuery(
    `UPDATE chat_sessions s SET next_position = next_position + 1
     WHERE s.id = (SELECT chat_session_id FROM chat_messages WHERE id = ?) AND s.user_id = ?
       AND coalesce(s.deleted_at, 'infinity') = 'infinity'
     RETURNING s.id, (SELECT sight FROM gallery_sheet(s.character_id, ?, ?, ?)) AS sight`,
    [messageId, user.id, user.id, user.isAdmin, user.limitlessEnabled]
  )
  if (sessions.length === 0) return null
  const { rows } = await trx.rawQuery(
    'SELECT user_id IS NOT NULL AS is_user, answer_id, deleted_at IS NOT NULL AS is_deleted FROM chat_messages WHERE id = ?',
    [messageId]
  )
  const [{ id: sessionId, sight }] = sessions
  const [{ is_user: isUser, answer_id: answerId, is_deleted: isDeleted }] = rows
  return { id: messageId, sessionId, isUser, answerId, isDeleted, sight }
}

const isBusy = async (trx: TransactionClientContract, sessionId: string): Promise<boolean> => {
  const { rows } = await trx.rawQuery(
    `SELECT EXISTS (SELECT FROM replies WHERE chat_session_id = ? AND state = 'running') AS is_busy`,
    [sessionId]
  )
  return rows[0].is_busy
}

/** The list of chats goes by what is left in them. */
const settleLastMessage = async (trx: TransactionClientContract, sessionId: string) => {
  await trx.rawQuery(
    `UPDATE chat_sessions s SET last_message_at = coalesce((
       SELECT created_at FROM chat_messages WHERE chat_session_id = s.id AND deleted_at IS NULL ORDER BY position DESC LIMIT 1
     ), s.created_at)
     WHERE id = ?`,
    [sessionId]
  )
}
