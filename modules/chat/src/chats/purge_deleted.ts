import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { LoggerService } from '@adonisjs/core/types'

/** So many rows are held at once, and no longer than it takes to delete them. */
const messagesPerBatch = 500
const sessionsPerBatch = 20
/** A run that is not through goes on in the next one. */
const batchesPerRun = 200

interface Purged {
  messages: number
  /** Of which nothing is left that was said. */
  chats: number
}

/**
 * Takes out of the database what people deleted so many days ago: messages with all their answers, and of whole chats their names and
 * pins too. What is left says nothing: that there was a chat, with whom, and how much was written; replies with their cost, which
 * statistics and receipts count. Two processes at once take different ones.
 */
export class PurgeDeleted {
  readonly #db: Database
  readonly #logger: Pick<LoggerService, 'info'>
  readonly #afterDays: number

  constructor(db: Database, logger: Pick<LoggerService, 'info'>, { afterDays }: { afterDays: number }) {
    this.#db = db
    this.#logger = logger
    this.#afterDays = afterDays
  }

  async run(signal?: AbortSignal): Promise<Purged> {
    const purged: Purged = { messages: 0, chats: 0 }
    for (const batch of [() => this.#messages(), () => this.#chats()])
      for (let count = 0; count < batchesPerRun && !signal?.aborted; count++) {
        const { isLast, messages, chats } = await batch()
        purged.messages += messages
        purged.chats += chats
        if (isLast) break
      }
    if (purged.messages + purged.chats > 0) this.#logger.info(purged, 'purged what was deleted long ago')
    return purged
  }

  /** Those that were deleted one by one. */
  async #messages() {
    return this.#db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
        `SELECT id FROM chat_messages WHERE deleted_at < now() - make_interval(days => ?::int)
         ORDER BY deleted_at LIMIT ? FOR UPDATE SKIP LOCKED`,
        [this.#afterDays, messagesPerBatch]
      )
      await forget(trx, rows)
      return { isLast: rows.length < messagesPerBatch, messages: rows.length, chats: 0 }
    })
  }

  /** Those that went with their chat; a long one takes several batches. */
  async #chats() {
    return this.#db.transaction(async (trx) => {
      const { rows: sessions } = await trx.rawQuery<{ rows: { id: string }[] }>(
        `SELECT id FROM chat_sessions
         WHERE deleted_at IS NOT NULL AND purged_at IS NULL AND deleted_at < now() - make_interval(days => ?::int)
         ORDER BY deleted_at LIMIT ? FOR UPDATE SKIP LOCKED`,
        [this.#afterDays, sessionsPerBatch]
      )
      const ids = [sessions.map(({ id }) => id)]
      const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
        'SELECT id FROM chat_messages WHERE chat_session_id = ANY (?::uuid[]) LIMIT ? FOR UPDATE',
        [...ids, messagesPerBatch]
      )
      await forget(trx, rows)
      const isWhole = rows.length < messagesPerBatch
      if (isWhole)
        await trx.rawQuery(
          `UPDATE chat_sessions SET purged_at = now(), title = NULL, pins = '{}' WHERE id = ANY (?::uuid[])`,
          ids
        )
      return {
        isLast: isWhole && sessions.length < sessionsPerBatch,
        messages: rows.length,
        chats: isWhole ? sessions.length : 0,
      }
    })
  }
}

const forget = async (trx: TransactionClientContract, messages: readonly { id: string }[]) => {
  if (messages.length === 0) return
  const ids = [messages.map(({ id }) => id)]
  await trx.rawQuery('DELETE FROM chat_message_alternates WHERE message_id = ANY (?::uuid[])', ids)
  await trx.rawQuery('DELETE FROM chat_messages WHERE id = ANY (?::uuid[])', ids)
}
