import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { UserEvents } from '#modules/realtime/index'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../limits.ts'
import { chatUserEvent, type ChatChange, type Message } from '../replies/api.ts'
import type { RewoundChat } from './api.ts'
import {
  forgetLabel,
  hasGatedMember,
  readMessage,
  reviseSummary,
  storeOpening,
  writerColumns,
  writerColumnsOf,
  type ChatKey,
} from '../replies/index.ts'

/** A message whose session is locked. */
interface LockedMessage {
  userId: string
  id: string
  sessionId: string
  position: number
  isUser: boolean
  answerId: string | null
  isDeleted: boolean
  isHidden: boolean
}

type SeenMessage = LockedMessage & { sight: string | null }

interface RewindInput {
  user: CurrentUser
  sessionId: string
  /** The last message that stays. */
  messageId: string
}

export type ChangeRefusal = 'no_such_message' | 'adult_gate' | 'busy'

interface Change<Refusal extends string> {
  user: CurrentUser
  messageId: string
  what: ChatChange
  /** The change is refused behind the adult gate, like all requests that show or write text. */
  isGated: boolean
  /** The change is for deleted messages. */
  isForDeleted?: boolean
  /** Whether the message is already as wanted. */
  isDone?: (message: LockedMessage) => boolean
  /** Returns null after the change, or why it was refused. */
  apply: (trx: TransactionClientContract, message: LockedMessage) => Promise<Refusal | null>
}

/**
 * Edits, deletes, restores and hides messages, and selects one of the answers of a message. Each change locks the session, as beginning a reply
 * does. It is refused if a reply is running. It advances the session's next position, so that no reply begins with an outdated history.
 */
@inject()
export class ChangeMessage {
  constructor(
    private readonly db: Database,
    private readonly events: UserEvents
  ) {}

  /** Edits a message, or its selected answer if there are several. */
  edit({ user, messageId, content }: { user: CurrentUser; messageId: string; content: string }) {
    return this.#change<'too_long'>({
      user,
      messageId,
      what: 'message_edited',
      isGated: true,
      apply: async (trx, { userId, id, sessionId, position, isUser, answerId }) => {
        if (isUser && codePoints(content) > limits.contentMax) return 'too_long'
        await trx.rawQuery(
          'UPDATE chat_messages SET content = ?, edited_at = clock_timestamp() WHERE user_id = ? AND id = ?',
          [content, userId, id]
        )
        if (answerId)
          await trx.rawQuery(
            'UPDATE chat_message_alternates SET content = ?, edited_at = clock_timestamp() WHERE user_id = ? AND id = ?',
            [content, userId, answerId]
          )
        await indexMessage(trx, { userId, sessionId, position })
        await forgetLabel(trx, userId, id)
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
      apply: async (trx, { userId, id, isUser, answerId }) => {
        if (!answerId) return index === 0 && !isUser ? null : 'no_such_alternate'
        const { rows } = await trx.rawQuery(
          `UPDATE chat_messages m SET answer_id = a.id, content = a.content, ruby_cost = a.ruby_cost, state = a.state, tier = a.tier,
             is_cut = a.is_cut, edited_at = a.edited_at, (${writerColumns}) = ROW (${writerColumnsOf('a')}),
             character_id = coalesce(a.character_id, m.character_id), speaker = coalesce(a.speaker, m.speaker)
           FROM (
             SELECT * FROM chat_message_alternates WHERE user_id = :userId AND message_id = :id ORDER BY position OFFSET :index LIMIT 1
           ) a
           WHERE m.user_id = :userId AND m.id = :id RETURNING m.id`,
          { userId, id, index }
        )
        return rows.length ? null : 'no_such_alternate'
      },
    })
  }

  /** Hides a message from prompts, or shows it to them again. Does nothing the second time. */
  hide({ user, messageId, isHidden }: { user: CurrentUser; messageId: string; isHidden: boolean }) {
    return this.#change<never>({
      user,
      messageId,
      what: 'message_hidden',
      isGated: true,
      isDone: (message) => message.isHidden === isHidden,
      apply: async (trx, { userId, id }) => {
        await trx.rawQuery(
          'UPDATE chat_messages SET hidden_at = CASE WHEN ?::boolean THEN now() END WHERE user_id = ? AND id = ?',
          [isHidden, userId, id]
        )
        return null
      },
    })
  }

  delete({ user, messageId }: { user: CurrentUser; messageId: string }) {
    return this.#change<never>({
      user,
      messageId,
      what: 'message_deleted',
      isGated: false,
      apply: async (trx, { userId, id, sessionId }) => {
        await trx.rawQuery('UPDATE chat_messages SET deleted_at = now() WHERE user_id = ? AND id = ?', [userId, id])
        await updateLastMessageAt(trx, userId, sessionId)
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
      isForDeleted: true,
      apply: async (trx, { userId, id, sessionId }) => {
        const { rows } = await trx.rawQuery(
          `UPDATE chat_messages SET deleted_at = NULL
           WHERE user_id = ? AND id = ? AND deleted_at > now() - ? * INTERVAL '1 minute' RETURNING id`,
          [userId, id, limits.restoreMinutes]
        )
        if (rows.length === 0) return 'no_such_message'
        await updateLastMessageAt(trx, userId, sessionId)
        return null
      },
    })
  }

  /** Deletes all messages after `messageId`. */
  async rewind({ user, sessionId, messageId }: RewindInput): Promise<RewoundChat | ChangeRefusal> {
    const outcome = await this.#changeLocked(user, messageId, async (trx, locked) => {
      if (locked.isDeleted || locked.sessionId !== sessionId) return 'no_such_message'
      // All messages get the same time, which identifies the rewind.
      const { rows } = await trx.rawQuery<{ rows: { id: string; at: string }[] }>(
        `UPDATE chat_messages SET deleted_at = now()
         WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND deleted_at IS NULL
           AND position > (SELECT position FROM chat_messages WHERE user_id = :userId::uuid AND id = :messageId::uuid)
         RETURNING id, (extract(epoch FROM deleted_at) * 1000000)::bigint AS at`,
        { userId: user.id, sessionId, messageId }
      )
      await updateLastMessageAt(trx, user.id, sessionId)
      await reviseSummary(trx, { userId: user.id, sessionId }, locked.position + 1)
      return { rewindId: rows[0] ? String(rows[0].at) : null, count: rows.length }
    })
    if (typeof outcome !== 'string') this.events.publish(user.id, chatUserEvent(sessionId, 'rewound'))
    return outcome
  }

  /** Restores the messages that a rewind has deleted. */
  async undoRewind({
    user,
    sessionId,
    messageId,
    rewindId,
  }: RewindInput & { rewindId: string }): Promise<{ count: number } | ChangeRefusal> {
    const outcome = await this.#changeLocked(user, messageId, async (trx, locked) => {
      if (locked.sessionId !== sessionId) return 'no_such_message'
      if (locked.sight === 'adult_gate') return 'adult_gate'
      const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
        `UPDATE chat_messages SET deleted_at = NULL
         WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND deleted_at = timestamptz 'epoch' + ?::bigint * INTERVAL '1 microsecond'
           AND deleted_at > now() - ? * INTERVAL '1 minute' RETURNING id`,
        [user.id, sessionId, rewindId, limits.restoreMinutes]
      )
      if (rows.length === 0) return 'no_such_message'
      await updateLastMessageAt(trx, user.id, sessionId)
      await reviseSummary(trx, { userId: user.id, sessionId }, locked.position + 1)
      return { count: rows.length }
    })
    if (typeof outcome !== 'string') this.events.publish(user.id, chatUserEvent(sessionId, 'rewound'))
    return outcome
  }

  /** Calls `apply` in a transaction that has locked the session. Refuses while a reply is running. */
  #changeLocked<Result>(
    user: CurrentUser,
    messageId: string,
    apply: (trx: TransactionClientContract, message: SeenMessage) => Promise<Result | ChangeRefusal>
  ): Promise<Result | ChangeRefusal> {
    return this.db.transaction(async (trx) => {
      const locked = await lock(trx, user, messageId)
      if (!locked) return 'no_such_message'
      if (await isBusy(trx, locked)) return 'busy'
      return apply(trx, locked)
    })
  }

  async #change<Refusal extends string>({
    user,
    messageId,
    what,
    isGated,
    isForDeleted = false,
    isDone = () => false,
    apply,
  }: Change<Refusal>): Promise<Message | Refusal | ChangeRefusal> {
    const { db, events } = this
    const outcome = await db.transaction(async (trx) => {
      const locked = await lock(trx, user, messageId)
      if (!locked || locked.isDeleted !== isForDeleted) return 'no_such_message'
      if (isGated && locked.sight === 'adult_gate') return 'adult_gate'
      if (isDone(locked)) return null
      if (await isBusy(trx, locked)) return 'busy'
      const refusal = await apply(trx, locked)
      if (refusal === null) await reviseSummary(trx, locked, locked.position)
      return refusal ?? { sessionId: locked.sessionId }
    })
    if (typeof outcome === 'string') return outcome
    if (outcome) events.publish(user.id, chatUserEvent(outcome.sessionId, what, messageId))
    return readMessage(db.connection(), user.id, messageId)
  }
}

/**
 * Locks the session, then reads the message. Uses two statements, because each takes its own snapshot. The position advances even if the
 * message isn't changed afterwards, which does no harm.
 */
const lock = async (
  trx: TransactionClientContract,
  user: CurrentUser,
  messageId: string
): Promise<SeenMessage | null> => {
  const session = (await lockSession(trx, user, messageId)) ?? (await lockOpening(trx, user, messageId))
  if (!session) return null
  const { rows } = await trx.rawQuery(
    `SELECT position, author_id IS NOT NULL AS is_user, answer_id, deleted_at IS NOT NULL AS is_deleted, hidden_at IS NOT NULL AS is_hidden
     FROM chat_messages WHERE user_id = ? AND id = ?`,
    [user.id, messageId]
  )
  const { id: sessionId, is_gated: isGated, sight } = session
  const [{ position, is_user: isUser, answer_id: answerId, is_deleted: isDeleted, is_hidden: isHidden }] = rows
  const message = { userId: user.id, id: messageId, sessionId, position, isUser, answerId, isDeleted, isHidden }
  return { ...message, sight: isGated ? 'adult_gate' : sight }
}

const lockSession = async (trx: TransactionClientContract, user: CurrentUser, messageId: string) => {
  const { rows } = await trx.rawQuery<{ rows: { id: string; sight: string | null; is_gated: boolean }[] }>(
    `UPDATE chat_sessions s SET next_position = next_position + 1
     WHERE s.user_id = :userId AND s.id = (SELECT chat_session_id FROM chat_messages WHERE user_id = :userId AND id = :messageId)
       AND coalesce(s.deleted_at, 'infinity') = 'infinity'
     RETURNING s.id, (SELECT sight FROM gallery_sheet(s.character_id, :userId, :isAdmin, :seesAdult)) AS sight,
       s.character_id IS NULL AND ${hasGatedMember('s.id', ':userId', ':userId, :isAdmin, :seesAdult')} AS is_gated`,
    { userId: user.id, messageId, isAdmin: user.isAdmin, seesAdult: user.limitlessEnabled }
  )
  return rows[0]
}

/** Stores the opening of a new chat before it is changed. */
const lockOpening = async (trx: TransactionClientContract, user: CurrentUser, messageId: string) => {
  await storeOpening(trx, user.id, messageId)
  return lockSession(trx, user, messageId)
}

const isBusy = async (trx: TransactionClientContract, { userId, sessionId }: LockedMessage): Promise<boolean> => {
  const { rows } = await trx.rawQuery(
    `SELECT EXISTS (SELECT FROM replies WHERE user_id = ? AND chat_session_id = ? AND state = 'running') AS is_busy`,
    [userId, sessionId]
  )
  return rows[0].is_busy
}

/** Sets the time of the last remaining message, by which the list of chats is ordered. */
const updateLastMessageAt = async (trx: TransactionClientContract, userId: string, sessionId: string) => {
  await trx.rawQuery(
    `UPDATE chat_sessions s SET last_message_at = coalesce((
       SELECT created_at FROM chat_messages
       WHERE user_id = s.user_id AND chat_session_id = s.id AND deleted_at IS NULL ORDER BY position DESC LIMIT 1
     ), s.created_at)
     WHERE user_id = ? AND id = ?`,
    [userId, sessionId]
  )
  await lowerMark(trx, { userId, sessionId })
}

/** Adds the new text of a message to the search. Call it in the transaction of the edit, under the lock of the session. */
export const indexMessage = async (
  trx: TransactionClientContract,
  { userId, sessionId, position }: ChatKey & { position: number }
): Promise<void> => {
  await trx.rawQuery('SELECT chat_search_fill_range(?::uuid, ?::uuid, ?::int, ?::int)', [
    userId,
    sessionId,
    position,
    position,
  ])
}

/**
 * Has the last message of a chat and the ones after it indexed again. Call it in the transaction that deletes or restores messages, because
 * the last remaining message may get further answers.
 */
export const lowerMark = async (trx: TransactionClientContract, chat: ChatKey): Promise<void> => {
  await trx.rawQuery(
    `UPDATE chat_search_marks SET position = least(position, coalesce((
       SELECT position FROM chat_messages
       WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND deleted_at IS NULL ORDER BY position DESC LIMIT 1
     ), 0))
     WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid`,
    { ...chat }
  )
}
