import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Brand } from '#modules/kernel/settings'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { NameRules } from '../../index.ts'
import { forbiddenNameProblem } from '../forbidden_name_problem.ts'
import { OpenAccount, type SignUpVisit } from '../actions/open_account.ts'
import type { SignUpRefusal } from '../sign_up/admission.ts'
import { identityEmail, accountNames } from './identity_fields.ts'
import type { Identity } from './identity_provider.ts'
import { IdentityStore } from './identity_store.ts'
import { emailUnique, hasEmail } from '../domain/directories.ts'

export type IdentitySignInRefusal =
  | { kind: 'disabled' }
  /** The provider gave no usable e-mail, which a new account needs. */
  | { kind: 'no_email' }
  /** An account has this e-mail, but it isn't verified on both sides, or the account has another identity of this provider. */
  | { kind: 'not_linked' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | SignUpRefusal

interface EmailOwner {
  id: string
  is_verified: boolean
  is_disabled: boolean
}

/** Violations caused by a concurrent request. A retry resolves them. */
const raceConstraints = new Set([emailUnique, 'user_identities_pkey'])

/**
 * Signs in with a provider's identity. Uses the linked account, else the account with the same e-mail if both sides verified it, else a
 * new account.
 */
@inject()
export class SignInWithIdentity {
  constructor(
    private readonly db: Database,
    private readonly identities: IdentityStore,
    private readonly openAccount: OpenAccount,
    private readonly brand: Brand,
    private readonly names: NameRules
  ) {}

  /** `mayOpen` counts a registration and returns the seconds to wait, or null. It runs before any e-mail lookup. */
  async run(
    identity: Identity,
    mayOpen: () => Promise<number | null>,
    visit: SignUpVisit = { invitationHash: null }
  ): Promise<Result<{ userId: string }, IdentitySignInRefusal>> {
    const linked = await this.db.transaction((trx) => this.#linkedUser(trx, identity))
    if (linked) return linked
    const retryAfterSeconds = await mayOpen()
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    const email = await identityEmail(identity.email)
    if (email === null) return fail({ kind: 'no_email' })
    for (let tries = 1; ; tries++) {
      try {
        return await this.db.transaction(
          async (trx) => (await this.#linkedUser(trx, identity)) ?? this.#linkOrOpen(trx, identity, email, visit)
        )
      } catch (error) {
        const constraint = violatedConstraint(error)
        if (constraint === 'user_identities_one_per_issuer') return fail({ kind: 'not_linked' })
        if (tries === 3 || !constraint || !raceConstraints.has(constraint)) throw error
      }
    }
  }

  async #linkedUser(trx: TransactionClientContract, identity: Identity) {
    const owner = await this.identities.owner(trx, identity)
    if (!owner) return null
    if (owner.isDisabled) return fail<IdentitySignInRefusal>({ kind: 'disabled' })
    await this.identities.keepGuild(trx, identity)
    return ok({ userId: owner.userId })
  }

  async #linkOrOpen(
    trx: TransactionClientContract,
    identity: Identity,
    email: string,
    visit: SignUpVisit
  ): Promise<Result<{ userId: string }, IdentitySignInRefusal>> {
    // Locked, so that the e-mail can't change before the identity is linked. It may have changed while this waited for the lock.
    const { rows } = await trx.rawQuery<{ rows: EmailOwner[] }>(
      `SELECT id, email_verified_at IS NOT NULL AS is_verified, disabled_at IS NOT NULL AS is_disabled
       FROM users WHERE ${hasEmail} AND lower(email) = lower(?) FOR UPDATE`,
      [email, email]
    )
    const holder = rows[0]
    if (holder) {
      if (!identity.isEmailVerified || !holder.is_verified) return fail({ kind: 'not_linked' })
      if (holder.is_disabled) return fail({ kind: 'disabled' })
      await this.identities.add(trx, holder.id, identity)
      return ok({ userId: holder.id })
    }
    const { isEmailVerified } = identity
    const names = accountNames(identity, this.brand.name)
    const isForbidden = await forbiddenNameProblem(this.names, names)
    const kept = isForbidden ? { firstName: null, lastName: null } : names
    const row = { email, passwordHash: null, ...kept, isEmailVerified }
    const opened = await this.openAccount.admit(trx, row, visit)
    if (opened.ok) await this.identities.add(trx, opened.value.userId, identity)
    return opened
  }
}
