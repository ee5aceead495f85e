import { column, PrivateRow } from '#modules/kernel/tables'

export class RewriteKeyRow extends PrivateRow {
  static override table = 'rewrite_keys'

  @column({ isPrimary: true }) declare clientMessageId: string
  @column() declare kind: string
  @column() declare messageId: string
  @column() declare replyId: string
}
