import { column, PrivateRow } from '#modules/kernel/tables'

/** The expression of an answer. `answerId` is an alternate, or the message itself while it has one answer. */
export class ExpressionRow extends PrivateRow {
  static override table = 'chat_expressions'

  @column() declare messageId: string
  @column({ isPrimary: true }) declare answerId: string
  @column() declare label: string
  @column() declare author: string
}
