import { column, Row } from '#modules/kernel/tables'
import type { Condition } from '../alerts/conditions.ts'

export class OperatorAlertRow extends Row {
  static override table = 'operator_alerts'

  @column({ isPrimary: true }) declare condition: Condition
  @column() declare seenAt: Date
  @column() declare toldAt: Date
}
