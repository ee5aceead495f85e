import { column, PrivateRow } from '#modules/kernel/tables'

export class ReplyPartRow extends PrivateRow {
  static override table = 'reply_parts'

  @column() declare replyId: string
  @column() declare seq: number
  @column() declare text: string
}
