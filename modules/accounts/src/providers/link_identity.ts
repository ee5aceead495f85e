import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { EmailVerification } from '../emails/email_verification.ts'
import { identityEmail } from './identity_fields.ts'
import type { Identity } from './identity_provider.ts'
import { IdentityStore } from './identity_store.ts'

/** `taken`: linked to another account. `another_linked`: the account has another identity of this provider. */
export type LinkRefusal = { kind: 'taken' } | { kind: 'another_linked' }

/** Links an identity to the signed-in user's account. Idempotent. */
@inject()
export class LinkIdentity {
  constructor(
    private readonly db: Database,
    private readonly identities: IdentityStore,
    private readonly verification: EmailVerification
  ) {}

  /** `address` is the client's IP address. */
  async run(userId: string, identity: Identity, address: string): Promise<Result<null, LinkRefusal>> {
    const email = identity.isEmailVerified ? await identityEmail(identity.email) : null
    try {
      return await this.db.transaction(async (trx) => {
        const owner = await this.identities.owner(trx, identity)
        if (owner && owner.userId !== userId) return fail({ kind: 'taken' })
        if (owner) await this.identities.keepGuild(trx, identity)
        else await this.identities.add(trx, userId, identity)
        // If the provider verified the same e-mail, the account's e-mail is verified, too.
        const { rows } = await trx.rawQuery<{ rows: { email: string }[] }>(
          'SELECT email FROM users WHERE id = ?::uuid AND lower(email) = lower(?)',
          [userId, email ?? '']
        )
        if (rows[0]) await this.verification.verify({ userId, email: rows[0].email, address }, trx)
        return ok(null)
      })
    } catch (error) {
      switch (violatedConstraint(error)) {
        case 'user_identities_pkey':
          return fail({ kind: 'taken' })
        case 'user_identities_one_per_issuer':
          return fail({ kind: 'another_linked' })
      }
      throw error
    }
  }
}
