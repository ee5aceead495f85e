import { column, PrivateRow } from '#modules/kernel/tables'

export class TalkRow extends PrivateRow {
  static override table = 'chat_talks'

  @column() declare day: Date
  @column() declare since: Date
  @column() declare lastAt: Date
}
