import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { Accounts } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { PictureMaker, PictureStore, PictureWork, type ImageSettings, type PictureSettings } from './index.ts'
import { deleteUserPictures } from './src/actions/delete_user_pictures.ts'
import { StorePicture } from './src/actions/store_picture.ts'
import { MakeWidth } from './src/actions/make_width.ts'
import { MakePicture } from './src/actions/make_picture.ts'
import { PictureLimits } from './src/actions/picture_limits.ts'
import { RemoveFiles } from './src/actions/remove_files.ts'
import { UploadLimits } from './src/actions/upload_limits.ts'
import { imageLimits } from './api.ts'
import { ImageModels } from './src/drawing/image_models.ts'
import { DrawingSlots } from './src/drawing/drawing_slots.ts'
import { FormReceiver } from './src/http/form_receiver.ts'
import { LocalPictureStore } from './src/local_picture_store.ts'
import { exportPictures } from './src/queries/export_pictures.ts'
import { pictureStorage } from './src/queries/storage_query.ts'
import { StoredWidthsQuery } from './src/queries/stored_widths_query.ts'
import { LocalPictureWork } from './src/local_picture_work.ts'
import { PictureReader } from './src/reading/picture_reader.ts'
import { PictureFiles } from './src/storage/picture_files.ts'
import { StoredPictures } from './src/storage/stored_pictures.ts'
import { WorkFolders } from './src/storage/work_folders.ts'

const removeEveryMs = 60_000

export default class ImagegenProvider {
  #worker?: PeriodicTaskRunner

  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(PictureReader, () => new PictureReader(this.#settings))
    container.singleton(WorkFolders, () => new WorkFolders(this.#settings.workFolder))
    container.singleton(FormReceiver, () => new FormReceiver(this.#settings.receiveTimeoutMs))
    container.singleton(
      PictureFiles,
      () => new PictureFiles(async () => (await import('#modules/kernel/open_disk')).openDisk(this.#settings))
    )
    container.singleton(StoredPictures, async (resolver) => {
      const widths = new StoredWidthsQuery(await resolver.make(Database))
      const [files, reader] = await Promise.all([resolver.make(PictureFiles), resolver.make(PictureReader)])
      const makeWidth = new MakeWidth({ reader, files, widths, workFolders: await resolver.make(WorkFolders) })
      return new StoredPictures(widths, files, makeWidth)
    })
    container.singleton(
      UploadLimits,
      async (resolver) =>
        new UploadLimits(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(StorePicture, async (resolver) => {
      const [db, reader] = await Promise.all([resolver.make(Database), resolver.make(PictureReader)])
      return new StorePicture(db, reader, await resolver.make(PictureFiles))
    })
    container.singleton(
      PictureStore,
      async (resolver) =>
        new LocalPictureStore(
          await resolver.make(StorePicture),
          await resolver.make(StoredPictures),
          await resolver.make(WorkFolders),
          await resolver.make(PictureReader)
        )
    )
    this.#registerDrawing()
  }

  #registerDrawing() {
    const { container, config } = this.app
    const settings = () => config.get<ImageSettings>('images')
    container.singleton(ImageModels, () => new ImageModels(settings()))
    container.singleton(
      DrawingSlots,
      () => new DrawingSlots({ perUser: imageLimits.atOncePerUser, all: settings().atOnceMax })
    )
    container.singleton(
      PictureWork,
      async (resolver) => new LocalPictureWork(await resolver.make(DrawingSlots), await resolver.make(PictureReader))
    )
    container.singleton(MakePicture, async (resolver) => {
      const { open, timeoutMs } = settings()
      let provider: ReturnType<typeof open> | null = null
      return new MakePicture({
        provider: () => (provider ??= open()),
        store: await resolver.make(PictureStore),
        slots: await resolver.make(DrawingSlots),
        rateLimit: new PictureLimits(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') }),
        rules: config.get('content_rules'),
        storage: (await resolver.make(Accounts)).storage,
        timeoutMs,
        logger: await resolver.make('logger'),
      })
    })
    container.singleton(PictureMaker, (resolver) => resolver.make(MakePicture))
  }

  async boot() {
    const { container } = this.app
    const [accounts, gallery] = await Promise.all([container.make(Accounts), container.make(Gallery)])
    accounts.closing.on(({ userId }, trx) => deleteUserPictures({ accounts, gallery }, userId, trx))
    const db = await container.make(Database)
    accounts.storage.add((userId) => pictureStorage(db, userId))
    exportPictures(accounts.exportSections, db)
  }

  async start() {
    await import('./routes.ts')
    // Fail at start if S3 can't be used.
    if (this.#settings.s3) await (await this.app.container.make(PictureFiles)).disk()
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    await (await container.make(WorkFolders)).sweep()
    const maker = await container.make(MakePicture)
    const files = new RemoveFiles(await container.make(Database), await container.make(PictureFiles))
    const removing = { purpose: 'remove the files of pictures', everyMs: removeEveryMs, run: () => files.run() }
    this.#worker = new PeriodicTaskRunner([removing], await container.make('logger'), await container.make(Timers))
    this.#worker.start()
    // Aborts drawings while the server can still send responses.
    this.app.terminating(() => maker.stop())
  }

  async shutdown() {
    await this.#worker?.stop()
    ;(await this.app.container.make(PictureReader)).stop()
  }

  get #settings() {
    return this.app.config.get<PictureSettings>('pictures')
  }
}
