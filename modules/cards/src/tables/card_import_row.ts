import { column, Row } from '#modules/kernel/tables'

export class CardImportRow extends Row {
  static override table = 'card_imports_under_way'

  @column({ isPrimary: true }) declare userId: string
  @column() declare importId: string
  @column() declare expiresAt: Date
}
