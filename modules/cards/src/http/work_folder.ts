import { inject } from '@adonisjs/core'
import { TemporaryFolders } from '#modules/kernel/temporary_folders'
import { CardSettings } from '../card_settings.ts'

@inject()
export class WorkFolder extends TemporaryFolders {
  constructor({ workFolder }: CardSettings) {
    super(workFolder)
  }
}
