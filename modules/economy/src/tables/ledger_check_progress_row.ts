import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { LedgerCheckReport } from '../../api.ts'

export class LedgerCheckProgressRow extends Row {
  static override table = 'ledger_check_progress'

  @column({ isPrimary: true }) declare onlyRow: boolean
  @column() declare startedAt: Date | null
  @column() declare afterId: string
  @column() declare tookMs: number
  @column() declare accounts: string
  @column() declare problemCount: number
  @jsonColumn() declare problems: LedgerCheckReport['problems']
  @column() declare failures: number
  @column() declare failedAt: Date | null
  @column() declare failure: string | null
}
