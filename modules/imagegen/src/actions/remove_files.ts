import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { PictureFiles } from '../storage/picture_files.ts'

/** By then, whoever was sent a picture has it, and who was just bringing the same one has its row. */
const afterMinutes = 10
const picturesPerRun = 50

/**
 * Removes the files of pictures that were removed. One that somebody has brought again meanwhile keeps its files. They come in any
 * order, so that one whose files can't be removed does not keep the others waiting.
 */
export class RemoveFiles {
  constructor(
    private readonly db: Database,
    private readonly files: Pick<PictureFiles, 'remove'>
  ) {}

  async run() {
    const { rows } = await this.db.rawQuery<{ rows: { hash: string }[] }>(
      `SELECT hash FROM removed_pictures WHERE removed_at < clock_timestamp() - make_interval(mins => ?::int)
       ORDER BY random() LIMIT ?::int`,
      [afterMinutes, picturesPerRun]
    )
    for (const { hash } of rows) await this.db.transaction((trx) => this.#remove(hash, trx))
  }

  /** With the row locked until the files are gone: `KeepPicture` waits for that, or takes the row away before. */
  async #remove(hash: string, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { widths: number[]; is_back: boolean }[] }>(
      `DELETE FROM removed_pictures WHERE hash = ?
       RETURNING widths, EXISTS (SELECT FROM pictures WHERE pictures.hash = removed_pictures.hash) AS is_back`,
      [hash]
    )
    for (const { widths, is_back: isBack } of rows)
      if (!isBack) await Promise.all(widths.map((width) => this.files.remove(hash, width)))
  }
}
