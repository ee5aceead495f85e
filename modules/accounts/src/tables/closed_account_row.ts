import { column, Row } from '#modules/kernel/tables'

export class ClosedAccountRow extends Row {
  static override table = 'closed_accounts'

  @column({ isPrimary: true }) declare userId: string
  @column() declare closedAt: Date
}
