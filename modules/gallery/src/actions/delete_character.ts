import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { Result } from '#modules/kernel/result'
import type { Viewer } from '../../index.ts'
import { ownCharacter, type NotOwned } from './own_character.ts'

/** Soft-deletes the viewer's own character. Its chats keep working, so its row stays. */
@inject()
export class DeleteCharacter {
  constructor(private readonly db: Database) {}

  run(id: string, viewer: Viewer): Promise<Result<unknown, NotOwned>> {
    return this.db.transaction(async (trx) => {
      const owned = await ownCharacter(trx, id, viewer)
      if (owned.ok) await trx.rawQuery(`UPDATE characters SET deleted_at = now() WHERE id = ?::uuid`, [id])
      return owned
    })
  }
}
