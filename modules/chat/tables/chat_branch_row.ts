import { column, PrivateRow } from '#modules/kernel/tables'

export class ChatBranchRow extends PrivateRow {
  static override table = 'chat_branches'

  @column({ isPrimary: true }) declare chatSessionId: string
  @column() declare parentSessionId: string
  @column() declare parentMessageId: string
  @column() declare bytes: string
  @column() declare createdAt: Date
}
