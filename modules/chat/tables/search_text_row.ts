import { column, PrivateRow } from '#modules/kernel/tables'

export class SearchTextRow extends PrivateRow {
  static override table = 'chat_search_texts'

  @column() declare messageId: string
  @column({ isPrimary: true }) declare id: string
  @column() declare chatSessionId: string
  @column() declare at: Date
  @column() declare text: string
}
