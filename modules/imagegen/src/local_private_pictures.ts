import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import type { PictureRefusal } from '#modules/accounts/index'
import { ok, type Result } from '#modules/kernel/result'
import type { DigitalSource } from './domain/digital_source.ts'
import { refusePicture, refuseUpload } from './http/refusals.ts'
import { UploadReceiver } from './http/upload_receiver.ts'
import {
  PrivatePictures,
  type CopiedDrawing,
  type PrivatePicture,
  type PrivatePictureForm,
} from './private_pictures.ts'
import type { ReadingJob, ReadingRefusal } from './reading/job.ts'
import { PictureReader } from './reading/picture_reader.ts'
import { PrivatePictureFiles } from './storage/private_picture_files.ts'
import { StoredPictures } from './storage/stored_pictures.ts'
import { WorkFolders } from './storage/work_folders.ts'

/** The widths of the two WebP files. */
const widths = [480, 1_536]
/** The sides of the JPEG. Models see no more than that, and charge by pixels. */
const jpegSide = 1_024

@inject()
export class LocalPrivatePictures extends PrivatePictures {
  constructor(
    private readonly uploads: UploadReceiver,
    private readonly reader: PictureReader,
    private readonly files: PrivatePictureFiles,
    private readonly workFolders: WorkFolders,
    private readonly stored: StoredPictures,
    private readonly db: Database
  ) {
    super()
  }

  receive(ctx: HttpContext): Promise<PrivatePicture | null> {
    return this.uploads.receive(ctx, (job) => this.#store(job, ctx.auth.getUserOrFail().id))
  }

  /** Stores a picture that a machine made under a random name of the caller, and marks its files as such. */
  putDrawn(
    picture: Uint8Array,
    ownerId: string,
    mark: DigitalSource,
    name: string
  ): Promise<Result<PrivatePicture, PictureRefusal>> {
    return this.#put(picture, ownerId, mark, name)
  }

  async copyDrawn(ctx: HttpContext, url: string): Promise<CopiedDrawing | null> {
    const { id: ownerId } = ctx.auth.getUserOrFail()
    const [, hash] = /^\/pictures\/uploads\/([0-9a-f]{64})\.webp$/.exec(url) ?? []
    const { rows } = await this.db.rawQuery<{ rows: Pick<CopiedDrawing, 'prompt' | 'modelName'>[] }>(
      'SELECT prompt, model_name AS "modelName" FROM drawn_pictures WHERE user_id = ?::uuid AND hash = ?',
      [ownerId, hash ?? '']
    )
    const bytes = rows[0] ? await this.stored.read(`${hash}.webp`) : null
    if (!bytes) refusePicture(ctx, 'no_such_picture')
    if (!bytes || !(await this.uploads.admit(ctx))) return null
    const copied = await this.#put(bytes, ownerId, 'kept')
    if (copied.ok) return { ...copied.value, ...rows[0]! }
    refuseUpload(ctx, copied.failure)
    return null
  }

  #put(
    picture: Uint8Array,
    ownerId: string,
    mark: ReadingJob['mark'] & string,
    name?: string
  ): Promise<Result<PrivatePicture, PictureRefusal>> {
    return this.workFolders.use(async (folder) => {
      const file = join(folder, 'picture')
      await writeFile(file, picture)
      // Without a form, refusals about forms can't occur.
      return this.#store({ file, boundary: null, folder, mark }, ownerId, name) as Promise<
        Result<PrivatePicture, PictureRefusal>
      >
    })
  }

  read(file: string, form: PrivatePictureForm): Promise<Buffer | null> {
    return this.files.get(file, form)
  }

  remove(file: string): Promise<void> {
    return this.files.remove(file)
  }

  async #store(
    job: Pick<ReadingJob, 'file' | 'boundary' | 'folder' | 'mark'>,
    ownerId: string,
    file: string = randomUUID()
  ): Promise<Result<PrivatePicture, ReadingRefusal>> {
    const read = await this.reader.read({ ...job, widths, jpegSide }, ownerId)
    if (!read.ok) return read
    const written = (name: string) => readFile(join(job.folder, name))
    const [thumb, whole, model] = await Promise.all(
      [`${read.value[0]}.webp`, `${read.value.at(-1)}.webp`, 'picture.jpg'].map(written)
    )
    const [width, height] = (await written('size')).toString().split(' ').map(Number) as [number, number]
    await this.files.put(file, { thumb: thumb!, whole: whole!, model: model! })
    return ok({ file, width, height, bytes: thumb!.length + whole!.length + model!.length })
  }
}
