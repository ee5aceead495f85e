import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { BulkOutcome } from '#modules/cards/index'

export class CardImportFileRow extends Row {
  static override table = 'card_import_files'

  @column() declare importId: string
  @column() declare n: string
  @column() declare file: string
  @jsonColumn() declare outcome: BulkOutcome | null
}
