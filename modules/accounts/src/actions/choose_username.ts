import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { lockSql } from '#modules/kernel/locks'
import { Brand } from '#modules/kernel/settings'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { NameRules } from '../../index.ts'
import { AccountHooks } from '../account_hooks.ts'
import { usernameProblem } from '../domain/usernames.ts'
import { isReservedUsername } from '../domain/reserved_usernames.ts'
import { usernameUnique } from '../domain/directories.ts'
import { keepFormerUsername, keptFromOthers } from '../former_usernames.ts'

export type UsernameRefusal = { kind: 'ill_formed'; message: string } | { kind: 'taken' }

/** Sets a username that is unique, also among names that look alike. A lock on the look-alike form serializes concurrent requests. */
@inject()
export class ChooseUsername {
  constructor(
    private readonly db: Database,
    private readonly brand: Brand,
    private readonly names: NameRules,
    private readonly hooks: AccountHooks
  ) {}

  async run(userId: string, username: string): Promise<Result<null, UsernameRefusal>> {
    const refusal = await this.#refusal(userId, username)
    if (refusal) return fail(refusal)
    try {
      return await this.db.transaction(async (trx) => {
        await trx.rawQuery(`SELECT ${lockSql.wait('accounts_username_skeleton(?)')}`, [username])
        if (await this.#isTaken(userId, username, trx)) return fail({ kind: 'taken' as const })
        await keepFormerUsername(userId, username, trx)
        await trx.rawQuery('UPDATE users SET username = ?, updated_at = now() WHERE id = ?::uuid', [username, userId])
        await this.hooks.profileChanged.run({ userId }, trx)
        return ok(null)
      })
    } catch (error) {
      if (violatedConstraint(error) === usernameUnique) return fail({ kind: 'taken' })
      throw error
    }
  }

  /** Checks whether the user could take the name. Their current name counts as available. */
  async check(userId: string, username: string): Promise<Result<null, UsernameRefusal>> {
    const refusal = await this.#refusal(userId, username)
    if (refusal) return fail(refusal)
    return (await this.#isTaken(userId, username, this.db)) ? fail({ kind: 'taken' }) : ok(null)
  }

  /** Whether another user has this name or one that looks like it, or had it a short while ago. Users may change the case of their own name despite look-alikes. */
  async #isTaken(userId: string, username: string, client: Pick<Database, 'rawQuery'>): Promise<boolean> {
    const { rows } = await client.rawQuery<{ rows: unknown[] }>(
      `SELECT FROM user_names WHERE user_id <> ?::uuid AND (
         username_key = lower(?)
         OR (skeleton = accounts_username_skeleton(?)
           AND NOT EXISTS (SELECT FROM user_names AS self WHERE self.user_id = ?::uuid AND self.username_key = lower(?)))
       ) LIMIT 1`,
      [userId, username, username, userId, username]
    )
    if (rows.length > 0) return true
    // Read last: while this user waits for the name, its owner may give it up.
    const former = await client.rawQuery<{ rows: unknown[] }>(keptFromOthers, [userId, username, username])
    return former.rows.length > 0
  }

  /** Checks the rules that don't depend on other users. A user keeps a reserved name they already have. */
  async #refusal(userId: string, username: string): Promise<UsernameRefusal | null> {
    const message = usernameProblem(username)
    if (message) return { kind: 'ill_formed', message }
    const forbidden = await this.names.problem(username)
    if (forbidden) return { kind: 'ill_formed', message: forbidden }
    if (!isReservedUsername(username, this.brand.name)) return null
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM user_names WHERE username_key = lower(?) AND user_id = ?::uuid',
      [username, userId]
    )
    return rows.length > 0 ? null : { kind: 'taken' }
  }
}
