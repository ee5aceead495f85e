import type { Database } from '@adonisjs/lucid/database'
import type { UserSettings } from '../../api.ts'

/** What a user has set. Throws for an unknown id. */
export class SettingsQuery {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async run(userId: string): Promise<UserSettings> {
    const { rows } = await this.#db.rawQuery<{ rows: UserSettings[] }>(
      `SELECT email, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl",
         limitless_enabled AS "limitlessEnabled", persona_name AS "personaName",
         persona_description AS "personaDescription", persona_avatar AS "personaAvatar",
         persona_personality AS "personaPersonality", persona_background AS "personaBackground"
       FROM users WHERE id = ?::uuid`,
      [userId]
    )
    if (!rows[0]) throw new Error(`There is no user ${userId}.`)
    return rows[0]
  }
}
