import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@adonisjs/lucid/database'
import { pictureWidths } from '#modules/gallery/api'
import { ok, type Result } from '#modules/kernel/result'
import { paths } from '../../api.ts'
import type { KeptPicture } from '../../index.ts'
import type { ReadingJob, ReadingRefusal } from '../reading/job.ts'
import type { PictureReader } from '../reading/picture_reader.ts'
import type { PictureFiles } from '../storage/picture_files.ts'

/** Reads a picture from a file under way and keeps what is made of it: first the files, and when all are there, the row. */
export class KeepPicture {
  constructor(
    private readonly db: Database,
    private readonly reader: Pick<PictureReader, 'read'>,
    private readonly files: PictureFiles
  ) {}

  async run(
    sent: Pick<ReadingJob, 'file' | 'boundary' | 'folder'>,
    ownerId: string
  ): Promise<Result<KeptPicture, ReadingRefusal>> {
    const read = await this.reader.read({ ...sent, widths: pictureWidths }, ownerId)
    if (!read.ok) return read
    const widths = read.value
    const made = await Promise.all(widths.map((width) => readFile(join(sent.folder, `${width}.webp`))))
    const hash = createHash('sha256').update(made.at(-1)!).digest('hex')
    // From here on it is not to be removed any more; who is just removing it is waited for.
    await this.db.rawQuery('DELETE FROM removed_pictures WHERE hash = ?', [hash])
    // Also when the picture is known: so files that were lost come back.
    await Promise.all(widths.map((width, at) => this.files.put(hash, width, made[at]!)))
    const bytes = made.reduce((sum, { byteLength }) => sum + byteLength, 0)
    await this.db.rawQuery(
      `INSERT INTO pictures (hash, owner_id, widths, bytes) VALUES (?, ?::uuid, ?::integer[], ?)
       ON CONFLICT ON CONSTRAINT pictures_pkey DO NOTHING`,
      [hash, ownerId, [...widths], bytes]
    )
    return ok({ url: paths.uploadedPicture(hash) })
  }
}
