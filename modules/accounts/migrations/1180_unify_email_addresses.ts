import { BaseSchema } from '@adonisjs/lucid/schema'
import { toMailAddress } from '#plugins/contract/mail'

/**
 * Brings stored addresses to the form that sign-ins compare. Addresses with invisible characters were stored as pasted, so the typed address
 * couldn't sign in. Of several accounts with the same address, the oldest gets it and the others keep theirs.
 */
export default class extends BaseSchema {
  override async up() {
    this.defer(async (db) => {
      const { rows } = await db.rawQuery<{ rows: { id: string; email: string }[] }>(
        `SELECT id, email FROM users WHERE email ~ '[^!-~]' ORDER BY created_at, id`
      )
      for (const { id, email } of rows) {
        const unified = toMailAddress(email)
        if (unified === email) continue
        await db.rawQuery(
          `UPDATE users SET email = :unified WHERE id = :id::uuid
             AND NOT EXISTS (SELECT FROM users other WHERE lower(other.email) = lower(:unified) AND other.id <> :id::uuid)`,
          { id, unified }
        )
      }
    })
  }

  /** The forms from before aren't kept. */
  override async down() {}
}
