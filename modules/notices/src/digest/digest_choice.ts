import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { DigestInterval, DigestSettings } from '../../api.ts'
import { NotificationDigestRow } from '../tables/notification_digest_row.ts'

/** Whether and how often a user gets the digest. A row exists only for users who do. */
@inject()
export class DigestChoice {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts
  ) {}

  async read(userId: string): Promise<DigestSettings> {
    return { every: (await NotificationDigestRow.of(userId).first())?.every ?? null }
  }

  /** The first digest comes a day or a week later, and tells of what is new from now on. The same choice again changes nothing. */
  async change(userId: string, every: DigestInterval | null): Promise<Result<DigestSettings, 'email_unverified'>> {
    if (every === null) await this.turnOff(userId)
    else {
      if ((await this.accounts.verifiedEmail(userId)) === null) return fail('email_unverified')
      await this.db.rawQuery(
        `INSERT INTO notification_digests AS present (user_id, every, due_at, mailed_up_to)
         VALUES (?::uuid, ?, now() + ('1 ' || ?)::interval, ?::uuid)
         ON CONFLICT (user_id) DO UPDATE SET every = excluded.every, due_at = excluded.due_at WHERE present.every <> excluded.every`,
        [userId, every, every, newId()]
      )
    }
    return ok({ every })
  }

  /** Idempotent. */
  async turnOff(userId: string, client: Database | TransactionClientContract = this.db): Promise<void> {
    await client.rawQuery('DELETE FROM notification_digests WHERE user_id = ?::uuid', [userId])
  }
}
