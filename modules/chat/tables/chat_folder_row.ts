import { column, PrivateRow } from '#modules/kernel/tables'

export class ChatFolderRow extends PrivateRow {
  static override table = 'chat_folders'

  @column({ isPrimary: true }) declare id: string
  @column() declare name: string
}
