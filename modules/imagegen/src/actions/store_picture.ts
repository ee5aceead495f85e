import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { pictureWidths } from '#modules/gallery/api'
import { fail, ok, type Result } from '#modules/kernel/result'
import { uploadedPictureAddress } from '../../api.ts'
import type { KeptPicture } from '../../index.ts'
import { likenessFile, storedLikeness } from '../domain/likeness_file.ts'
import type { ReadingJob, ReadingRefusal } from '../reading/job.ts'
import { PictureReader } from '../reading/picture_reader.ts'
import { PictureFiles } from '../storage/picture_files.ts'

/** Reads a picture from a file and stores the result: first the files, then the row. Widths without a file are made on request. */
@inject()
export class StorePicture {
  constructor(
    private readonly db: Database,
    private readonly reader: PictureReader,
    private readonly files: PictureFiles
  ) {}

  async run(
    job: Pick<ReadingJob, 'file' | 'boundary' | 'folder' | 'isWidestOnly' | 'mark'>,
    ownerId: string
  ): Promise<Result<KeptPicture, ReadingRefusal>> {
    const read = await this.reader.read({ ...job, widths: pictureWidths }, ownerId)
    if (!read.ok) return read
    const widths = read.value
    const written = job.isWidestOnly ? widths.slice(-1) : widths
    const files = await Promise.all(written.map((width) => readFile(join(job.folder, `${width}.webp`))))
    const hash = createHash('sha256').update(files.at(-1)!).digest('hex')
    if (await this.#isBlocked(hash)) return fail({ kind: 'blocked' })
    // Cancels a pending removal. If `RemoveFiles` holds the row, this waits until the files are removed.
    await this.db.rawQuery('DELETE FROM removed_pictures WHERE hash = ?', [hash])
    // Writes files of known pictures, too, which restores lost ones.
    await Promise.all(written.map((width, index) => this.files.put(hash, width, files[index]!)))
    const bytes = files.reduce((sum, { byteLength }) => sum + byteLength, 0)
    await this.db.rawQuery(
      `INSERT INTO pictures (hash, owner_id, widths, bytes, likeness) VALUES (?, ?::uuid, ?::integer[], ?, ?::bigint)
       ON CONFLICT ON CONSTRAINT pictures_pkey DO NOTHING`,
      [
        hash,
        ownerId,
        [...widths],
        bytes,
        storedLikeness(await readFile(join(job.folder, likenessFile), 'utf8')),
      ] as never
    )
    return ok({ url: uploadedPictureAddress(hash) })
  }

  /** Whether moderators removed this picture. */
  async #isBlocked(hash: string): Promise<boolean> {
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>('SELECT FROM blocked_pictures WHERE hash = ?', [hash])
    return rows.length > 0
  }
}
