import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { PurgeCopies } from './purge_copies.ts'
import { PictureFiles } from '../storage/picture_files.ts'

/** Long enough for active downloads and for concurrent uploads of the same picture to finish. */
const afterMinutes = 10
const picturesPerRun = 50

/**
 * Removes the files of deleted pictures, then their copies in the CDN, unless the picture has been uploaded again. What fails is repeated
 * by a later run. The order is random, so that a file that can't be removed doesn't block others.
 */
@inject()
export class RemoveFiles {
  constructor(
    private readonly db: Database,
    private readonly files: PictureFiles,
    private readonly copies: PurgeCopies
  ) {}

  async run() {
    const { rows } = await this.db.rawQuery<{ rows: { hash: string }[] }>(
      `SELECT hash FROM removed_pictures WHERE removed_at < clock_timestamp() - make_interval(mins => ?::int)
       ORDER BY random() LIMIT ?::int`,
      [afterMinutes, picturesPerRun]
    )
    for (const { hash } of rows) await this.db.transaction((trx) => this.#remove(hash, trx))
  }

  /** Locks the row until the files are removed, so that `StorePicture` waits. */
  async #remove(hash: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { widths: number[]; is_back: boolean }[] }>(
      `DELETE FROM removed_pictures WHERE hash = ?
       RETURNING widths, EXISTS (SELECT FROM pictures WHERE pictures.hash = removed_pictures.hash) AS is_back`,
      [hash]
    )
    for (const { widths, is_back: isBack } of rows) {
      if (isBack) continue
      await Promise.all(widths.map((width) => this.files.remove(hash, width)))
      await this.copies.run(hash)
    }
  }
}
