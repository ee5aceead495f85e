import { column, Row } from '#modules/kernel/tables'

export class RemovedChatPictureRow extends Row {
  static override table = 'removed_chat_pictures'

  @column({ isPrimary: true }) declare file: string
  @column() declare removedAt: Date
}
