import { column, PrivateRow } from '#modules/kernel/tables'

export class CardLorebookFileRow extends PrivateRow {
  static override table = 'card_lorebook_files'

  @column({ isPrimary: true, columnName: 'sha256' }) declare sha256: Buffer
  @column() declare lorebookId: string
  @column() declare createdAt: Date
}
