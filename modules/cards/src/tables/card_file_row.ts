import { column, PrivateRow } from '#modules/kernel/tables'

export class CardFileRow extends PrivateRow {
  static override table = 'card_files'

  @column({ isPrimary: true, columnName: 'sha256' }) declare sha256: Buffer
  @column() declare bytes: string
  @column() declare unusedSince: Date | null
}
