import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import type { UserSettingsChange } from '../../api.ts'
import { lowerEmail } from '../domain/lower_email.ts'
import type { ReleasedEmails } from '../released_emails.ts'

const columns: Record<keyof UserSettingsChange, string> = {
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  profileImageUrl: 'profile_image_url',
  limitlessEnabled: 'limitless_enabled',
  personaName: 'persona_name',
  personaDescription: 'persona_description',
  personaAvatar: 'persona_avatar',
  personaPersonality: 'persona_personality',
  personaBackground: 'persona_background',
}

/** Changes what is given and leaves the rest. Another e-mail has yet to be verified. Expects validated input. */
export class ChangeSettings {
  readonly #db: Database
  readonly #released: ReleasedEmails

  constructor(db: Database, released: ReleasedEmails) {
    this.#db = db
    this.#released = released
  }

  async run(userId: string, change: UserSettingsChange): Promise<Result<null, { kind: 'email_taken' }>> {
    const given = (Object.keys(columns) as (keyof UserSettingsChange)[]).filter((key) => change[key] !== undefined)
    if (given.length === 0) return ok(null)
    const sets = given.map((key) => `${columns[key]} = ?`)
    const values: unknown[] = given.map((key) => change[key])
    if (change.email !== undefined) {
      sets.push('email_verified_at = CASE WHEN email = ? THEN email_verified_at END')
      values.push(change.email)
    }
    try {
      await this.#db.transaction(async (trx) => {
        if (change.email !== undefined) await this.#releaseEmail(userId, change.email, trx)
        await trx.rawQuery(`UPDATE users SET ${sets.join(', ')}, updated_at = now() WHERE id = ?::uuid`, [
          ...values,
          userId,
        ] as never)
      })
      return ok(null)
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_unique') return fail({ kind: 'email_taken' })
      throw error
    }
  }

  /** An e-mail that is given up counts like a deleted account's: it gets no second welcome. */
  async #releaseEmail(userId: string, email: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { email: string }[] }>(
      'SELECT email FROM users WHERE id = ?::uuid FOR UPDATE',
      [userId]
    )
    const before = rows[0]?.email
    if (before !== undefined && lowerEmail(before) !== lowerEmail(email)) await this.#released.add(before, trx)
  }
}
