import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Gallery } from '../../index.ts'

export interface Liked {
  liked: boolean
  likes: number
}

/** Adds or removes the user's like. Returns null for an unknown character. */
@inject()
export class ToggleLike {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery
  ) {}

  run(userId: string, characterId: string): Promise<Liked | null> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: [Liked?] }>(
        `SELECT liked, likes FROM gallery_toggle_like(?::uuid, ?::uuid)`,
        [userId, characterId]
      )
      const [toggled] = rows
      if (!toggled) return null
      const { liked, likes } = toggled
      if (liked) await this.gallery.liked.run({ characterId, likerId: userId, likes }, trx)
      return toggled
    })
  }
}
