import type { Database } from '@adonisjs/lucid/database'

export interface Liked {
  liked: boolean
  likes: number
}

/** Likes a character, or takes the like back. Null for a character that was never there. */
export class ToggleLike {
  constructor(private readonly db: Database) {}

  async run(userId: string, characterId: string): Promise<Liked | null> {
    const { rows } = await this.db.rawQuery<{ rows: Liked[] }>(
      `SELECT liked, likes FROM gallery_toggle_like(?::uuid, ?::uuid)`,
      [userId, characterId]
    )
    return rows[0] ?? null
  }
}
