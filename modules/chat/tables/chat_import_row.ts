import { column, PrivateRow } from '#modules/kernel/tables'

export class ChatImportRow extends PrivateRow {
  static override table = 'chat_imports'

  @column({ isPrimary: true }) declare chatSessionId: string
  @column() declare format: string
  @column() declare title: string | null
  @column() declare pins: string[]
  @column() declare header: Buffer | null
  @column() declare bytes: string
  @column() declare importedAt: Date
}
