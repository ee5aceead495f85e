import { inject } from '@adonisjs/core'
import { TemporaryFolders } from '#modules/kernel/temporary_folders'
import { PictureSettings } from '../../index.ts'

/** Temporary folders for pictures. */
@inject()
export class WorkFolders extends TemporaryFolders {
  constructor({ workFolder }: PictureSettings) {
    super(workFolder)
  }
}
