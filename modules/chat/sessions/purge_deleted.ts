import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { runInBatches } from '#modules/kernel/batches'
import { Retention } from '#modules/kernel/settings'
import type { LoggerService } from '@adonisjs/core/types'
import { deleteMessages, deleteRowsOf, listed, listOf, type OwnedRow } from './delete_rows.ts'

/** Limits how many rows are locked, and written to the log, at once. */
const messagesPerBatch = 100
const sessionsPerBatch = 5
/** Limits a run. The next run continues with the rest. */
const batchesPerRun = 1_000

interface Purged {
  messages: number
  chats: number
}

/**
 * Removes the texts that users deleted a number of days ago. Removes messages with all their answers and original lines. For deleted chats,
 * also removes titles, pins, settings, summaries, facts, drafts and the texts of prompts. The rows of sessions and replies stay for
 * statistics and receipts. Several processes may run it at once.
 */
@inject()
export class PurgeDeleted {
  readonly #db: Database
  readonly #logger: Pick<LoggerService, 'info'>
  readonly #afterDays: number
  readonly #timers: Timers

  constructor(db: Database, logger: Logger, { deletedDays }: Retention, timers: Timers) {
    this.#db = db
    this.#logger = logger
    this.#afterDays = deletedDays
    this.#timers = timers
  }

  async run(signal?: AbortSignal): Promise<Purged> {
    const purged: Purged = { messages: 0, chats: 0 }
    for (const batch of [() => this.#messages(), () => this.#chats()])
      await runInBatches(
        async () => {
          const { isLast, messages, chats } = await batch()
          purged.messages += messages
          purged.chats += chats
          return isLast
        },
        { timers: this.#timers, max: batchesPerRun, signal }
      )
    if (purged.messages + purged.chats > 0) this.#logger.info(purged, 'purged deleted chats and messages')
    return purged
  }

  /** Purges a batch of deleted messages. */
  async #messages() {
    return this.#db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: OwnedRow[] }>(
        `-- all users: purges what users deleted
         SELECT user_id, id FROM chat_messages WHERE deleted_at < now() - make_interval(days => ?::int)
         ORDER BY deleted_at LIMIT ? FOR UPDATE SKIP LOCKED`,
        [this.#afterDays, messagesPerBatch]
      )
      await deleteMessages(trx, rows)
      return { isLast: rows.length < messagesPerBatch, messages: rows.length, chats: 0 }
    })
  }

  /** Purges a batch of deleted chats. A long chat takes several batches. */
  async #chats() {
    return this.#db.transaction(async (trx) => {
      const { rows: sessions } = await trx.rawQuery<{ rows: OwnedRow[] }>(
        `-- all users: purges what users deleted
         SELECT user_id, id FROM chat_sessions
         WHERE deleted_at IS NOT NULL AND purged_at IS NULL AND deleted_at < now() - make_interval(days => ?::int)
         ORDER BY deleted_at LIMIT ? FOR UPDATE SKIP LOCKED`,
        [this.#afterDays, sessionsPerBatch]
      )
      const list = listOf(sessions)
      const { rows } = await trx.rawQuery<{ rows: OwnedRow[] }>(
        `SELECT m.user_id, m.id FROM ${listed} JOIN chat_messages m ON m.user_id = listed.user_id AND m.chat_session_id = listed.id
         LIMIT ? FOR UPDATE OF m`,
        [...list, messagesPerBatch]
      )
      await deleteMessages(trx, rows)
      // The lines of messages were deleted with them, so the remaining lines are hidden ones.
      const { rowCount: lines } =
        rows.length < messagesPerBatch
          ? await trx.rawQuery<{ rowCount: number }>(
              `DELETE FROM chat_import_lines WHERE (user_id, chat_session_id, position) IN (
                 SELECT l.user_id, l.chat_session_id, l.position FROM ${listed}
                 JOIN chat_import_lines l ON l.user_id = listed.user_id AND l.chat_session_id = listed.id LIMIT ?
               )`,
              [...list, messagesPerBatch]
            )
          : { rowCount: messagesPerBatch }
      const isComplete = lines < messagesPerBatch
      if (isComplete) {
        await deleteRowsOf(trx, 'session', list)
        await trx.rawQuery(
          `UPDATE chat_sessions s SET purged_at = now(), title = NULL, pins = '{}' FROM ${listed}
           WHERE s.user_id = listed.user_id AND s.id = listed.id`,
          list
        )
      }
      return {
        isLast: isComplete && sessions.length < sessionsPerBatch,
        messages: rows.length,
        chats: isComplete ? sessions.length : 0,
      }
    })
  }
}
