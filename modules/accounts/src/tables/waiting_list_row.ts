import { column, Row } from '#modules/kernel/tables'

export class WaitingListRow extends Row {
  static override table = 'waiting_list'

  @column({ isPrimary: true }) declare id: string
  @column() declare email: string
  @column() declare createdAt: Date
}
