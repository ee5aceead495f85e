import { column, Row } from '#modules/kernel/tables'

/** The only row of its table, which is empty outside of maintenance. */
export class MaintenanceRow extends Row {
  static override table = 'maintenance'

  @column({ isPrimary: true }) declare isOn: boolean
  @column() declare sentence: string
  @column() declare since: Date
}
