import { column, Row } from '#modules/kernel/tables'

export class OutboxRow extends Row {
  static override table = 'mail_outbox'

  @column({ isPrimary: true }) declare id: string
  @column() declare kind: string
  @column() declare userId: string | null
  @column() declare sealedOrder: string | null
  @column() declare attempts: number
  @column() declare createdAt: Date
  @column() declare dueAt: Date
  @column() declare sentAt: Date | null
  @column() declare sealedCopy: string | null
}
