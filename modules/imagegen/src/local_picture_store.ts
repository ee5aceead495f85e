import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import { ok, type Result } from '#modules/kernel/result'
import { PictureStore, type KeptPicture, type PictureRefusal } from '../index.ts'
import { StorePicture } from './actions/store_picture.ts'
import type { DigitalSource } from './domain/digital_source.ts'
import type { ReadingJob } from './reading/job.ts'
import { PictureReader } from './reading/picture_reader.ts'
import { StoredPictures } from './storage/stored_pictures.ts'
import { WorkFolders } from './storage/work_folders.ts'

@inject()
export class LocalPictureStore extends PictureStore {
  constructor(
    private readonly storePicture: StorePicture,
    private readonly storedPictures: StoredPictures,
    private readonly workFolders: WorkFolders,
    private readonly reader: PictureReader
  ) {
    super()
  }

  put(picture: Uint8Array, ownerId: string): Promise<Result<KeptPicture, PictureRefusal>> {
    return this.#put(picture, ownerId, null)
  }

  copy(picture: Uint8Array, ownerId: string): Promise<Result<KeptPicture, PictureRefusal>> {
    return this.#put(picture, ownerId, 'kept')
  }

  /** Stores a picture that was made by a machine, and marks its files as such. */
  putDrawn(picture: Uint8Array, ownerId: string, mark: DigitalSource): Promise<Result<KeptPicture, PictureRefusal>> {
    return this.#put(picture, ownerId, mark)
  }

  putFile(file: string, ownerId: string): Promise<Result<KeptPicture, PictureRefusal>> {
    return this.workFolders.use(
      async (folder) =>
        (await this.storePicture.run({ file, boundary: null, folder, isWidestOnly: true }, ownerId)) as Result<
          KeptPicture,
          PictureRefusal
        >
    )
  }

  preview(file: string, width: number, ownerId: string): Promise<Result<Buffer, PictureRefusal>> {
    return this.workFolders.use(async (folder) => {
      const read = await this.reader.read({ file, boundary: null, folder, widths: [width], mark: 'kept' }, ownerId)
      return read.ok ? ok(await readFile(join(folder, `${width}.webp`))) : (read as Result<never, PictureRefusal>)
    })
  }

  png(picture: Uint8Array, ownerId: string): Promise<Result<Buffer, PictureRefusal>> {
    return this.workFolders.use(async (folder) => {
      const file = join(folder, 'picture')
      await writeFile(file, picture)
      const read = await this.reader.read(
        { file, boundary: null, folder, widths: [], isPng: true, mark: 'kept' },
        ownerId
      )
      return read.ok ? ok(await readFile(join(folder, 'picture.png'))) : (read as Result<never, PictureRefusal>)
    })
  }

  async read(url: string): Promise<Buffer | null> {
    const [, file] = /^\/pictures\/uploads\/([^/]+)$/.exec(url) ?? []
    return file ? this.storedPictures.read(file) : null
  }

  #put(
    picture: Uint8Array,
    ownerId: string,
    mark: NonNullable<ReadingJob['mark']> | null
  ): Promise<Result<KeptPicture, PictureRefusal>> {
    return this.workFolders.use(async (folder) => {
      const file = join(folder, 'picture')
      await writeFile(file, picture)
      // Without a form, refusals about forms can't occur.
      return (await this.storePicture.run({ file, boundary: null, folder, mark }, ownerId)) as Result<
        KeptPicture,
        PictureRefusal
      >
    })
  }
}
