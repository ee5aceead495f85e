import { column, Row } from '#modules/kernel/tables'

export class ReplyOwnerRow extends Row {
  static override table = 'reply_owners'

  @column({ isPrimary: true }) declare id: string
  @column() declare instance: string
  @column() declare startedAt: Date
  @column() declare leaseUntil: Date
}
