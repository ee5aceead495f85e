import { column, PrivateRow } from '#modules/kernel/tables'

export class DraftRow extends PrivateRow {
  static override table = 'chat_drafts'

  @column({ isPrimary: true }) declare chatSessionId: string
  @column() declare replyId: string
  @column() declare text: string
  @column() declare writtenAt: Date
}
