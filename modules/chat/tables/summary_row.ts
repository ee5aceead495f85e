import { column, PrivateRow } from '#modules/kernel/tables'

export class SummaryRow extends PrivateRow {
  static override table = 'chat_summaries'

  @column({ isPrimary: true }) declare id: string
  @column() declare chatSessionId: string
  @column() declare text: string
  @column() declare author: string
  @column() declare tier: string | null
  @column() declare position: number
  @column() declare upTo: string | null
  @column() declare isStale: boolean
  @column() declare createdAt: Date
}
