import { createHmac } from 'node:crypto'
import { inject } from '@adonisjs/core'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { SignInSettings } from './settings.ts'
import { lowerEmail } from './domain/lower_email.ts'

const keptFor = `INTERVAL '1 year'`

/**
 * Remembers e-mails that accounts gave up, for a year, as keyed hashes. The first key creates new hashes. Older keys, from before a
 * change of APP_KEY, only match hashes that were stored with them.
 */
@inject()
export class ReleasedEmails {
  readonly #keys: readonly string[]

  constructor({ releasedEmailKeys }: SignInSettings) {
    this.#keys = releasedEmailKeys
  }

  /** Adding an e-mail again restarts its year. */
  async add(email: string, trx: TransactionClientContract) {
    await trx.rawQuery(
      `INSERT INTO released_emails (email_hash) VALUES (?)
       ON CONFLICT (email_hash) DO UPDATE SET released_at = excluded.released_at`,
      [hashed(email, this.#keys[0]!)] as never
    )
  }

  async has(email: string, trx: TransactionClientContract): Promise<boolean> {
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      `SELECT FROM released_emails WHERE email_hash = ANY (?::bytea[]) AND released_at > clock_timestamp() - ${keptFor}`,
      [this.#keys.map((key) => hashed(email, key))] as never
    )
    return rows.length > 0
  }

  async purge(db: Database) {
    await db.rawQuery(`DELETE FROM released_emails WHERE released_at <= clock_timestamp() - ${keptFor}`)
  }
}

const hashed = (email: string, key: string) => createHmac('sha256', key).update(lowerEmail(email)).digest()
