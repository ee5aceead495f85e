import { column, PrivateRow } from '#modules/kernel/tables'

export class FactRow extends PrivateRow {
  static override table = 'chat_facts'

  @column({ isPrimary: true }) declare id: string
  @column() declare chatSessionId: string
  @column() declare text: string
  @column() declare state: string
  @column() declare createdAt: Date
}
