import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { bindPort, bindSettings, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import {
  ImageSettings,
  ModeratedPictures,
  PictureMaker,
  PictureSettings,
  PictureStore,
  PictureWork,
  PrivateDrawings,
  PrivatePictures,
} from './index.ts'
import { deleteUserPictures } from './src/actions/delete_user_pictures.ts'
import { StorePicture } from './src/actions/store_picture.ts'
import { MakeWidth } from './src/actions/make_width.ts'
import { MakePicture } from './src/actions/make_picture.ts'
import { CheckPicture } from './src/actions/check_picture.ts'
import { PurgeCopies } from './src/actions/purge_copies.ts'
import { DeleteDrawnPicture } from './src/actions/delete_drawn_picture.ts'
import { PictureCharges } from './src/actions/picture_charges.ts'
import { PictureLimits } from './src/actions/picture_limits.ts'
import { RememberDrawing } from './src/actions/remember_drawing.ts'
import { RemoveFiles } from './src/actions/remove_files.ts'
import { SweepBlockedPictures } from './src/actions/sweep_blocked_pictures.ts'
import { UploadLimits } from './src/actions/upload_limits.ts'
import { imageLimits } from './api.ts'
import { PromptRules } from './src/domain/check_prompt.ts'
import { DrawingSlots } from './src/drawing/drawing_slots.ts'
import { ImageEngine } from './src/drawing/image_engine.ts'
import { FormReceiver } from './src/http/form_receiver.ts'
import { UploadReceiver } from './src/http/upload_receiver.ts'
import { DatabaseModeratedPictures } from './src/database_moderated_pictures.ts'
import { LocalPictureStore } from './src/local_picture_store.ts'
import { LocalPrivateDrawings } from './src/local_private_drawings.ts'
import { LocalPrivatePictures } from './src/local_private_pictures.ts'
import { exportPictures } from './src/queries/export_pictures.ts'
import { ListDrawnPicturesQuery } from './src/queries/list_drawn_pictures_query.ts'
import { pictureStorage } from './src/queries/storage_query.ts'
import { StoredWidthsQuery } from './src/queries/stored_widths_query.ts'
import { LocalPictureWork } from './src/local_picture_work.ts'
import { PictureReader } from './src/reading/picture_reader.ts'
import { PictureFiles } from './src/storage/picture_files.ts'
import { PrivatePictureFiles } from './src/storage/private_picture_files.ts'
import { StoredPictures } from './src/storage/stored_pictures.ts'
import { WorkFolders } from './src/storage/work_folders.ts'

const removeEveryMs = 60_000

export default class ImagegenProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { app } = this
    bindSettings(app, ImageSettings, 'images')
    bindSettings(app, PictureSettings, 'pictures')
    bindSettings(app, PromptRules, 'content_rules')
    bindSingletons(app, [
      CheckPicture,
      DeleteDrawnPicture,
      FormReceiver,
      ImageEngine,
      ListDrawnPicturesQuery,
      LocalPrivatePictures,
      MakePicture,
      MakeWidth,
      PictureFiles,
      PictureCharges,
      PictureLimits,
      PictureReader,
      PrivatePictureFiles,
      PurgeCopies,
      RememberDrawing,
      RemoveFiles,
      StoredPictures,
      StoredWidthsQuery,
      StorePicture,
      SweepBlockedPictures,
      UploadLimits,
      UploadReceiver,
      WorkFolders,
    ])
    bindPort(app, ModeratedPictures, DatabaseModeratedPictures)
    bindPort(app, PictureMaker, MakePicture)
    bindPort(app, PictureStore, LocalPictureStore)
    bindPort(app, PictureWork, LocalPictureWork)
    bindPort(app, PrivateDrawings, LocalPrivateDrawings)
    bindPort(app, PrivatePictures, LocalPrivatePictures)
    app.container.singleton(DrawingSlots, async (resolver) => {
      const { atOnceMax: all } = await resolver.make(ImageSettings)
      return new DrawingSlots({ perUser: imageLimits.atOncePerUser, all })
    })
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
    const { s3 } = await this.app.container.make(PictureSettings)
    if (s3) await (await this.app.container.make(PictureFiles)).disk()
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    await (await container.make(WorkFolders)).sweep()
    const [maker, files] = [await container.make(MakePicture), await container.make(RemoveFiles)]
    const tasks = await container.make(PeriodicTasks)
    const blocked = await container.make(SweepBlockedPictures)
    tasks.start(
      { purpose: 'remove the files of pictures', everyMs: removeEveryMs, run: () => files.run() },
      { purpose: 'withdraw blocked pictures', everyMs: removeEveryMs, run: () => blocked.run() }
    )
    // Aborts drawings while the server can still send responses.
    this.app.terminating(() => maker.stop())
  }

  async shutdown() {
    ;(await this.app.container.make(PictureReader)).stop()
  }
}
