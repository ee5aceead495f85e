import { column, jsonColumn, Row } from '#modules/kernel/tables'

export class ReplyTailRow extends Row {
  static override table = 'reply_tails'

  @column() declare owner: string
  @column() declare seq: number
  @jsonColumn() declare tails: unknown
}
