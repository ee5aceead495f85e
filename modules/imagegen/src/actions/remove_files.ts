import type { Database } from '@adonisjs/lucid/database'
import type { PictureFiles } from '../storage/picture_files.ts'

/** By then, whoever was sent a picture has it, and who was just bringing the same one has its row. */
const afterMinutes = 10
const picturesPerRun = 50

/** Removes the files of pictures that were removed. One that somebody has brought again meanwhile keeps its files. */
export class RemoveFiles {
  constructor(
    private readonly db: Database,
    private readonly files: Pick<PictureFiles, 'remove'>
  ) {}

  async run() {
    const { rows } = await this.db.rawQuery<{ rows: { hash: string; widths: number[]; is_back: boolean }[] }>(
      `SELECT hash, widths, EXISTS (SELECT FROM pictures WHERE pictures.hash = removed_pictures.hash) AS is_back
       FROM removed_pictures WHERE removed_at < clock_timestamp() - make_interval(mins => ?::int) ORDER BY random() LIMIT ?::int`,
      [afterMinutes, picturesPerRun]
    )
    for (const { hash, widths, is_back: isBack } of rows) {
      if (!isBack) await Promise.all(widths.map((width) => this.files.remove(hash, width)))
      await this.db.rawQuery('DELETE FROM removed_pictures WHERE hash = ?', [hash])
    }
  }
}
