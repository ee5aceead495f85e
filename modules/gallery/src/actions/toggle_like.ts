import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'

export interface Liked {
  liked: boolean
  likes: number
}

/** Adds or removes the user's like. Returns null for an unknown character. */
@inject()
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
