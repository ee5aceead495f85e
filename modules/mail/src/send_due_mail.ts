import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { asProviderError, ProviderError } from '#plugins/contract/errors'
import type { Mail } from '#plugins/contract/mail'
import { MailSettings, type ComposedMail } from '../index.ts'
import { DatabaseMail } from './database_mail.ts'
import { renderMail } from './render_mail.ts'
import { Sealed } from './sealed.ts'
import { OutboxRow } from './tables/outbox_row.ts'
import { Transport } from './transport.ts'

/** Another process takes over a mail after this time, which is longer than any attempt. */
const leaseSeconds = 120
/** With the pauses, the attempts take about seven hours. */
const attemptsMax = 8
const mailsPerRun = 100

/** Returns the pause after an attempt: 30 seconds after the first, then four times as long each time, at most two hours. */
export const pauseSeconds = (attempts: number) => Math.min(30 * 4 ** (attempts - 1), 7_200)

type Row = Attributes<OutboxRow>

/**
 * Sends queued mail, one at a time. Each process runs it. A row lock and a lease give a mail to one of them, and another takes
 * over after a crash, so that a mail is sent at least once. No connection is held while sending. Logs contain no addresses.
 */
@inject()
export class SendDueMail {
  constructor(
    private readonly db: Database,
    private readonly mail: DatabaseMail,
    private readonly sealed: Sealed,
    private readonly transport: Transport,
    private readonly settings: MailSettings,
    private readonly logger: Logger
  ) {}

  async run(signal: AbortSignal) {
    for (let sent = 0; sent < mailsPerRun && !signal.aborted; sent++) {
      const row = await this.#claim()
      if (!row) return
      await this.#send(row, signal)
    }
  }

  /** Moves the next attempt to the end of the lease. `attempts` identifies the claim. */
  async #claim(): Promise<Row | null> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `UPDATE mail_outbox SET attempts = attempts + 1, due_at = now() + make_interval(secs => ?::int)
       WHERE id = (
         SELECT id FROM mail_outbox WHERE sent_at IS NULL AND due_at <= now()
         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       RETURNING ${attributesOf(OutboxRow)}`,
      [leaseSeconds]
    )
    return rows[0] ?? null
  }

  async #send(row: Row, signal: AbortSignal) {
    const { mail, sealed, settings, logger } = this
    const { id, kind, attempts } = row
    const details = sealed.open<unknown>(id, row.sealedOrder!)
    if (details === null) {
      logger.error({ mail: id, kind }, 'mail is encrypted with an unknown APP_KEY and can’t be sent')
      return this.#delete(row)
    }
    try {
      const composed = await mail.composed(kind, details)
      if (!composed) return await this.#delete(row)
      const { address: to, subject, unsubscribeUrl } = composed
      const finished = { id, to, subject, unsubscribeUrl, ...(await renderMail(composed, settings)) }
      const transport = await this.transport.open()
      await transport.send(finished, signal)
      if (transport.copies) await this.#keep(row, composed, finished)
      else await this.#delete(row)
      logger.info({ mail: id, kind, attempts }, 'mail sent')
    } catch (error) {
      await this.#retry(row, error, signal)
    }
  }

  async #retry(row: Row, thrown: unknown, signal: AbortSignal) {
    const { logger } = this
    const { id, kind, attempts } = row
    // This process is stopping. Another one continues at once.
    if (signal.aborted) return this.#postpone(row, { seconds: 0, attempts: attempts - 1 })
    const error = thrown instanceof ProviderError ? thrown : asProviderError(thrown)
    const entry = { err: thrown, code: error.code, mail: id, kind, attempts }
    if (error.code === 'bad_request' || attempts >= attemptsMax) {
      logger.error(entry, 'mail could not be sent')
      return this.#delete(row)
    }
    logger.warn(entry, 'could not send mail; it will be tried again')
    return this.#postpone(row, { seconds: pauseSeconds(attempts), attempts })
  }

  async #postpone({ id, attempts }: Row, next: { seconds: number; attempts: number }) {
    await this.db.rawQuery(
      `UPDATE mail_outbox SET due_at = now() + make_interval(secs => ?::int), attempts = ?::int
       WHERE id = ?::uuid AND attempts = ?::int AND sent_at IS NULL`,
      [next.seconds, next.attempts, id, attempts]
    )
  }

  /** Keeps a copy. Admins read it in the web app, and deleting the account finds it by the user's id. */
  async #keep({ id, attempts }: Row, { userId }: ComposedMail, { to, subject, text, html }: Mail) {
    const copy = this.sealed.seal(id, { address: to, subject, text, html })
    await this.db.rawQuery(
      `UPDATE mail_outbox SET sent_at = now(), user_id = ?::uuid, sealed_copy = ?, sealed_order = NULL
       WHERE id = ?::uuid AND attempts = ?::int AND sent_at IS NULL`,
      [userId, copy, id, attempts] as never
    )
  }

  async #delete({ id, attempts }: Row) {
    await this.db.rawQuery('DELETE FROM mail_outbox WHERE id = ?::uuid AND attempts = ?::int', [id, attempts])
  }
}
