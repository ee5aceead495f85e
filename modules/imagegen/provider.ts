import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { RegularWorker } from '#modules/kernel/regular_worker'
import { PictureMaker, PictureStore, PictureWork, type ImageSettings, type PictureSettings } from './index.ts'
import { forgetPictures } from './src/actions/forget_pictures.ts'
import { KeepPicture } from './src/actions/keep_picture.ts'
import { MakePicture } from './src/actions/make_picture.ts'
import { PictureLimits } from './src/actions/picture_limits.ts'
import { RemoveFiles } from './src/actions/remove_files.ts'
import { UploadLimits } from './src/actions/upload_limits.ts'
import { imageLimits } from './api.ts'
import { ImageModels } from './src/drawing/image_models.ts'
import { Places } from './src/drawing/places.ts'
import { FormReceiver } from './src/http/form_receiver.ts'
import { KeptPictures } from './src/kept_pictures.ts'
import { exportPictures } from './src/queries/export_pictures.ts'
import { KeptWidthsQuery } from './src/queries/kept_widths_query.ts'
import { PicturesUnderWay } from './src/picture_work.ts'
import { PictureReader } from './src/reading/picture_reader.ts'
import { PictureFiles } from './src/storage/picture_files.ts'
import { UnderWay } from './src/storage/under_way.ts'

const removeEveryMs = 60_000

export default class ImagegenProvider {
  #worker?: RegularWorker

  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(PictureReader, () => new PictureReader(this.#settings))
    container.singleton(UnderWay, () => new UnderWay(this.#settings.underWayFolder))
    container.singleton(FormReceiver, () => new FormReceiver(this.#settings.receiveTimeoutMs))
    container.singleton(
      PictureFiles,
      () => new PictureFiles(async () => (await import('./src/storage/open_disk.ts')).openDisk(this.#settings))
    )
    container.singleton(KeptWidthsQuery, async (resolver) => new KeptWidthsQuery(await resolver.make(Database)))
    container.singleton(
      UploadLimits,
      async (resolver) =>
        new UploadLimits(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(KeepPicture, async (resolver) => {
      const [db, reader] = await Promise.all([resolver.make(Database), resolver.make(PictureReader)])
      return new KeepPicture(db, reader, await resolver.make(PictureFiles))
    })
    container.singleton(
      PictureStore,
      async (resolver) => new KeptPictures(await resolver.make(KeepPicture), await resolver.make(UnderWay))
    )
    this.#registerDrawing()
  }

  #registerDrawing() {
    const { container, config } = this.app
    const settings = () => config.get<ImageSettings>('images')
    container.singleton(ImageModels, () => new ImageModels(settings()))
    container.singleton(Places, () => new Places({ perUser: imageLimits.atOncePerUser, all: settings().atOnceMax }))
    container.singleton(
      PictureWork,
      async (resolver) => new PicturesUnderWay(await resolver.make(Places), await resolver.make(PictureReader))
    )
    container.singleton(MakePicture, async (resolver) => {
      const { open, timeoutMs } = settings()
      let provider: ReturnType<typeof open> | null = null
      return new MakePicture({
        provider: () => (provider ??= open()),
        store: await resolver.make(PictureStore),
        places: await resolver.make(Places),
        pace: new PictureLimits(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') }),
        rules: config.get('content_rules'),
        timeoutMs,
        logger: await resolver.make('logger'),
      })
    })
    container.singleton(PictureMaker, (resolver) => resolver.make(MakePicture))
  }

  async boot() {
    const { container } = this.app
    const [accounts, gallery] = await Promise.all([container.make(Accounts), container.make(Gallery)])
    accounts.closing.on(({ userId }, trx) => forgetPictures({ accounts, gallery }, userId, trx))
    exportPictures(accounts.exportSections, await container.make(Database))
  }

  async start() {
    await import('./routes.ts')
    // A store that is not to be had is said at the start, not at the first picture.
    if (this.#settings.s3) await (await this.app.container.make(PictureFiles)).disk()
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    await (await container.make(UnderWay)).sweep()
    const maker = await container.make(MakePicture)
    const files = new RemoveFiles(await container.make(Database), await container.make(PictureFiles))
    const removing = { purpose: 'remove the files of pictures', everyMs: removeEveryMs, run: () => files.run() }
    this.#worker = new RegularWorker([removing], await container.make('logger'))
    this.#worker.start()
    // Who waits for a picture is told, while the server still listens.
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
