import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { Reason, Snapshot } from '../../api.ts'

export class ReportRow extends Row {
  static override table = 'reports'

  @column({ isPrimary: true }) declare id: string
  @column() declare caseId: string
  @column() declare reporterId: string | null
  @column() declare reason: Reason
  @column() declare words: string
  @jsonColumn() declare snapshot: Snapshot | null
  @column() declare createdAt: Date
}
