import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'

export type UnlinkRefusal = { kind: 'not_linked' } | { kind: 'last_way_in' }

/** Unlinks an identity, unless it is the account's last way to sign in. */
@inject()
export class UnlinkIdentity {
  constructor(private readonly db: Database) {}

  /** `others` are the issuers of the other configured providers. */
  async run(userId: string, issuer: string, others: readonly string[]): Promise<Result<null, UnlinkRefusal>> {
    return this.db.transaction(async (trx) => {
      // Locked, so that two concurrent requests can't remove the last two identities.
      const { rows } = await trx.rawQuery<{ rows: { has_password: boolean }[] }>(
        'SELECT password_hash IS NOT NULL AS has_password FROM users WHERE id = ?::uuid FOR UPDATE',
        [userId]
      )
      const { rows: linked } = await trx.rawQuery<{ rows: { issuer: string }[] }>(
        'SELECT issuer FROM user_identities WHERE user_id = ?::uuid',
        [userId]
      )
      if (!linked.some((identity) => identity.issuer === issuer)) return fail({ kind: 'not_linked' })
      const stays = linked.some((identity) => others.includes(identity.issuer))
      if (!rows[0]?.has_password && !stays) return fail({ kind: 'last_way_in' })
      await trx.rawQuery('DELETE FROM user_identities WHERE user_id = ?::uuid AND issuer = ?', [userId, issuer])
      return ok(null)
    })
  }
}
