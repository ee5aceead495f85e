import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AccountHooks } from '../account_hooks.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import { retryOnConflict } from '#modules/kernel/sql'
import { limits } from '../domain/limits.ts'
import { ReleasedEmails } from '../released_emails.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { verifyOwner, type OwnerRefusal, type OwnerProof } from './verify_owner.ts'
import type { Role } from '../domain/roles.ts'
import { PasswordHasher } from './sign_in.ts'

export type DeleteRefusal =
  | OwnerRefusal
  /** No other enabled owner exists. */
  | { kind: 'last_owner' }
  /** No owner and no other enabled admin exists. */
  | { kind: 'last_admin' }
  /** A concurrent request deleted the account. */
  | { kind: 'gone' }

interface Deletion extends OwnerProof {
  userId: string
}

interface Row {
  id: string
  role: Role
  is_disabled: boolean
  password_hash: string | null
}

const admins = `role IN ('admin', 'owner')`

/**
 * Deletes an account after verifying its owner by password or, without a password, by a recent sign-in. Other modules delete their data in
 * the same transaction, through `closing`.
 */
@inject()
export class DeleteAccount {
  constructor(
    private readonly db: Database,
    private readonly hash: PasswordHasher,
    private readonly sessions: SessionStore,
    private readonly hooks: AccountHooks,
    private readonly released: ReleasedEmails
  ) {}

  async run(deletion: Deletion): Promise<Result<null, DeleteRefusal>> {
    const { userId } = deletion
    const { rows } = await this.db.rawQuery<{ rows: Pick<Row, 'password_hash'>[] }>(
      'SELECT password_hash FROM users WHERE id = ?::uuid',
      [userId]
    )
    if (!rows[0]) return fail({ kind: 'gone' })
    const passwordHash = rows[0].password_hash
    const refusal = await verifyOwner(deletion, {
      hash: this.hash,
      sessions: this.sessions,
      passwordHash,
      withinMinutes: limits.freshSignInMinutes,
    })
    if (refusal) return fail(refusal)

    // Replies of the user may begin and end meanwhile, in another order of locks.
    return retryOnConflict(() => this.db.transaction((trx) => this.#delete(userId, passwordHash, trx)))
  }

  async #delete(
    userId: string,
    passwordHash: string | null,
    trx: TransactionClientContract
  ): Promise<Result<null, DeleteRefusal>> {
    const refusal = await this.#lock(userId, passwordHash, trx)
    if (refusal) return fail(refusal)
    await this.hooks.closing.runInReverse({ userId }, trx)
    await trx.rawQuery('INSERT INTO closed_accounts (user_id) VALUES (?::uuid) ON CONFLICT DO NOTHING', [userId])
    const { rows: deleted } = await trx.rawQuery<{ rows: { email: string }[] }>(
      'DELETE FROM users WHERE id = ?::uuid RETURNING email',
      [userId]
    )
    for (const { email } of deleted) await this.released.add(email, trx)
    return ok(null)
  }

  /** Locks the user. For an admin, locks all admins in id order, so that two concurrent deletions can't both pass the last-admin check. */
  async #lock(
    userId: string,
    passwordHash: string | null,
    trx: TransactionClientContract
  ): Promise<DeleteRefusal | null> {
    const { rows } = await trx.rawQuery<{ rows: Row[] }>(
      `SELECT id, role, disabled_at IS NOT NULL AS is_disabled, password_hash FROM users
       WHERE id = ?::uuid OR (${admins} AND EXISTS (SELECT FROM users AS self WHERE self.id = ?::uuid AND self.${admins}))
       ORDER BY id FOR UPDATE`,
      [userId, userId]
    )
    const self = rows.find(({ id }) => id === userId)
    if (!self) return { kind: 'gone' }
    if (self.password_hash !== passwordHash) return { kind: 'wrong' }
    const others = rows.filter(({ id, is_disabled }) => id !== userId && !is_disabled)
    if (self.role === 'owner' && !others.some(({ role }) => role === 'owner')) return { kind: 'last_owner' }
    return self.role === 'admin' && others.length === 0 ? { kind: 'last_admin' } : null
  }
}
