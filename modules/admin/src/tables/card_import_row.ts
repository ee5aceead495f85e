import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { CardImport } from '../../api.ts'

export class CardImportRow extends Row {
  static override table = 'card_imports'

  @column({ isPrimary: true }) declare id: string
  @column() declare actorId: string
  @jsonColumn() declare files: CardImport['files']
  @column() declare createdAt: Date
  @column() declare removedAt: Date | null
}
