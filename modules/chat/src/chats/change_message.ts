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
        await trx.rawQuery('update chat_messages set content = ?, edited_at = clock_timestamp() where id = ?', [
          content,
          id,
        ])
        if (answerId)
          await trx.rawQuery(
            'update chat_message_alternates set content = ?, edited_at = clock_timestamp() where id = ?',
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
          `update chat_messages m set answer_id = a.id, content = a.content, ruby_cost = a.ruby_cost, state = a.state, tier = a.tier,
             is_cut = a.is_cut, edited_at = a.edited_at
           from (select * from chat_message_alternates where message_id = ? order by position offset ? limit 1) a
           where m.id = ? returning m.id`,
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
        await trx.rawQuery('update chat_messages set deleted_at = now() where id = ?', [id])
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
          `update chat_messages set deleted_at = null where id = ? and deleted_at > now() - ? * interval '1 minute' returning id`,
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
    `update chat_sessions s set next_position = next_position + 1
     where s.id = (select chat_session_id from chat_messages where id = ?) and s.user_id = ?
       and coalesce(s.deleted_at, 'infinity') = 'infinity'
     returning s.id, (select sight from gallery_sheet(s.character_id, ?, ?, ?)) as sight`,
    [messageId, user.id, user.id, user.isAdmin, user.limitlessEnabled]
  )
  if (sessions.length === 0) return null
  const { rows } = await trx.rawQuery(
    'select user_id is not null as is_user, answer_id, deleted_at is not null as is_deleted from chat_messages where id = ?',
    [messageId]
  )
  const [{ id: sessionId, sight }] = sessions
  const [{ is_user: isUser, answer_id: answerId, is_deleted: isDeleted }] = rows
  return { id: messageId, sessionId, isUser, answerId, isDeleted, sight }
}

const isBusy = async (trx: TransactionClientContract, sessionId: string): Promise<boolean> => {
  const { rows } = await trx.rawQuery(
    `select exists (select from replies where chat_session_id = ? and state = 'running') as is_busy`,
    [sessionId]
  )
  return rows[0].is_busy
}

/** The list of chats goes by what is left in them. */
const settleLastMessage = async (trx: TransactionClientContract, sessionId: string) => {
  await trx.rawQuery(
    `update chat_sessions s set last_message_at = coalesce((
       select created_at from chat_messages where chat_session_id = s.id and deleted_at is null order by position desc limit 1
     ), s.created_at)
     where id = ?`,
    [sessionId]
  )
}
