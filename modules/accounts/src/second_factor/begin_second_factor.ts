import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import { Brand } from '#modules/kernel/settings'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { NewSecondFactor } from '../../api.ts'
import { encryptSecret } from './encrypted_secret.ts'
import { newSecret, secretUri } from './time_codes.ts'

/** Creates a secret for an authenticator app, which takes effect after the first code. A repeated call replaces the secret. */
@inject()
export class BeginSecondFactor {
  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption,
    private readonly brand: Brand
  ) {}

  async run(userId: string, email: string): Promise<Result<NewSecondFactor, { kind: 'on_already' }>> {
    const secret = newSecret()
    // Locks the user's row, so that a concurrent confirmation can't switch on a different secret.
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      `INSERT INTO second_factors (user_id, secret)
       SELECT id, ? FROM (SELECT id FROM users WHERE id = ?::uuid AND second_factor_since IS NULL FOR UPDATE) AS locked
       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, begun_at = now(), last_step = NULL
       RETURNING 1`,
      [encryptSecret(this.encryption, userId, secret), userId]
    )
    if (rows.length === 0) return fail({ kind: 'on_already' })
    return ok({ secret, uri: secretUri(secret, { issuer: this.brand.name, label: email }) })
  }
}
