import { column, PrivateRow } from '#modules/kernel/tables'

export class ImportLineRow extends PrivateRow {
  static override table = 'chat_import_lines'

  @column() declare chatSessionId: string
  @column() declare position: number
  @column() declare isHidden: boolean
  @column() declare line: Buffer
}
