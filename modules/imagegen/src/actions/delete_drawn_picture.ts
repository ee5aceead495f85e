import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { nilUuid } from '#modules/kernel/ids'
import { removePictures } from './remove_pictures.ts'

/** `kept`: characters, personas or profiles show the picture, so its file stays. */
export type PictureDeletion = 'deleted' | 'kept' | 'unknown'

/** Deletes a picture from its user's list, and its file unless it is still shown. */
@inject()
export class DeleteDrawnPicture {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly gallery: Gallery
  ) {}

  run(userId: string, id: string): Promise<PictureDeletion> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { hash: string }[] }>(
        'DELETE FROM drawn_pictures WHERE user_id = ?::uuid AND id = ?::uuid RETURNING hash',
        [userId, id]
      )
      const [drawn] = rows
      if (!drawn) return 'unknown'
      const hashes = [drawn.hash]
      // A drawing of the same picture waits until this has been decided.
      await trx.rawQuery('SELECT FROM pictures WHERE hash = ? FOR UPDATE', hashes)
      const inUse = [
        ...(await this.accounts.picturesInUse(hashes, nilUuid, trx)),
        ...(await this.gallery.picturesInUse(hashes, nilUuid, trx)),
      ]
      if (inUse.length > 0) return 'kept'
      await removePictures(userId, hashes, trx)
      return 'deleted'
    })
  }
}
