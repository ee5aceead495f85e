import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'

export class KeptPromptRow extends PrivateRow {
  static override table = 'kept_prompts'

  @column({ isPrimary: true }) declare replyId: string
  @column() declare chatSessionId: string
  @column() declare messageId: string
  @column() declare answerId: string
  @jsonColumn() declare data: unknown
  @column() declare packed: Buffer | null
}
