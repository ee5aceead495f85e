import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import type { AccountRefusal, NewAccount } from '../../index.ts'
import { normalisedPassword } from '../domain/passwords.ts'
import type { PasswordHasher } from './sign_in.ts'

/** Opens an account and runs what must come with it in the same transaction. Expects validated input. */
export class OpenAccount {
  readonly #db: Database
  readonly #hash: PasswordHasher
  readonly #opened: Hook<{ userId: string }>

  constructor(db: Database, hash: PasswordHasher, opened: Hook<{ userId: string }>) {
    this.#db = db
    this.#hash = hash
    this.#opened = opened
  }

  async run(
    { email, password, firstName, lastName, isAdmin = false }: NewAccount,
    outer?: TransactionClientContract
  ): Promise<Result<{ userId: string }, AccountRefusal>> {
    const passwordHash = await this.#hash.make(normalisedPassword(password))
    try {
      return await (outer ?? this.#db).transaction(async (trx) => {
        const { rows } = await trx.rawQuery<{ rows: [{ id: string }] }>(
          `INSERT INTO users (email, password_hash, first_name, last_name, is_admin)
           VALUES (?, ?, nullif(?, ''), nullif(?, ''), ?) RETURNING id`,
          [email, passwordHash, firstName ?? '', lastName ?? '', isAdmin]
        )
        const userId = rows[0].id
        await this.#opened.run({ userId }, trx)
        return ok({ userId })
      })
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_unique') return fail({ kind: 'email_taken' })
      throw error
    }
  }
}
