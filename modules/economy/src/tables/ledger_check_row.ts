import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { LedgerCheckReport } from '../../api.ts'

export class LedgerCheckRow extends Row {
  static override table = 'ledger_checks'

  @column({ isPrimary: true }) declare id: string
  @column() declare finishedAt: Date
  @column() declare tookMs: number
  @column() declare accounts: string
  @column() declare problemCount: number
  @jsonColumn() declare problems: LedgerCheckReport['problems']
}
