import { column, PrivateRow } from '#modules/kernel/tables'

export class SearchMarkRow extends PrivateRow {
  static override table = 'chat_search_marks'

  @column({ isPrimary: true }) declare chatSessionId: string
  @column() declare nextPosition: number
  @column() declare isOpen: boolean
  @column() declare position: number
  @column() declare beforePosition: number
}
