import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { runInBatches } from '#modules/kernel/batches'
import { Mail } from '#modules/mail/index'
import { Timers } from '#plugins/contract/timers'
import { mailedKinds, type NotificationChoices } from '../domain/ways.ts'
import { NotificationSettingsRow } from '../tables/notification_settings_row.ts'
import { digestMail, type DigestDetails } from './digest_mail.ts'

const usersPerBatch = 20
const batchesMax = 10_000
/** Ids of notifications follow the time. Newer ones wait, because an older one may commit after them. */
const settleSeconds = 60

/**
 * Queues the digests that are due. Marks and queues in one transaction that locks the rows, so that a notification is in one digest at
 * most, whichever process is killed. Users without unread notifications get none.
 */
@inject()
export class SendDigests {
  constructor(
    private readonly db: Database,
    private readonly mail: Mail,
    private readonly timers: Timers
  ) {}

  async run(signal?: AbortSignal): Promise<void> {
    await runInBatches(() => this.db.transaction((trx) => this.#batch(trx)), {
      timers: this.timers,
      max: batchesMax,
      signal,
    })
  }

  async #batch(trx: TransactionClientContract): Promise<boolean> {
    const { rows } = await trx.rawQuery<{ rows: { userId: string; after: string }[] }>(
      `-- all users: those whose digest is due
       UPDATE notification_digests AS digest
       SET due_at = date_bin(('1 ' || every)::interval, now(), due_at) + ('1 ' || every)::interval
       FROM (
         SELECT user_id FROM notification_digests WHERE due_at <= now() ORDER BY due_at LIMIT ${usersPerBatch} FOR UPDATE SKIP LOCKED
       ) AS due
       WHERE digest.user_id = due.user_id RETURNING digest.user_id AS "userId", mailed_up_to AS after`
    )
    for (const { userId, after } of rows) await this.#queue(userId, after, trx)
    return rows.length < usersPerBatch
  }

  async #queue(userId: string, after: string, trx: TransactionClientContract) {
    const choices: NotificationChoices =
      (await NotificationSettingsRow.of(userId, { client: trx }).first())?.choices ?? {}
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM notifications
       WHERE user_id = ?::uuid AND id > ?::uuid AND read_at IS NULL AND kind = ANY (?::text[])
         AND created_at < now() - INTERVAL '${settleSeconds} seconds'
       ORDER BY id DESC LIMIT 1`,
      [userId, after, mailedKinds(choices)] as never
    )
    if (!rows[0]) return
    const upTo = rows[0].id
    await trx.rawQuery('UPDATE notification_digests SET mailed_up_to = ?::uuid WHERE user_id = ?::uuid', [upTo, userId])
    await this.mail.enqueue<DigestDetails>({ kind: digestMail, userId, details: { userId, after, upTo } }, trx)
  }
}
