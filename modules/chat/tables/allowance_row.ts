import { column, PrivateRow } from '#modules/kernel/tables'

export class AllowanceRow extends PrivateRow {
  static override table = 'chat_allowances'

  @column({ isPrimary: true }) declare day: Date
  @column() declare calls: number
  @column() declare tokens: string
  @column() declare isSpent: boolean
}
