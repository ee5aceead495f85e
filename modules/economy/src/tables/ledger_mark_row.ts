import { column, PrivateRow } from '#modules/kernel/tables'

export class LedgerMarkRow extends PrivateRow {
  static override table = 'ledger_marks'

  @column() declare seq: string
  @column() declare balance: string
  @column() declare debtSeq: string
  @column() declare debt: string
  @column() declare checkedAt: Date
  @column() declare fullAt: Date
  @column() declare isOff: boolean
}
