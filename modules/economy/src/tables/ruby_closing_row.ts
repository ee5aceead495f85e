import { column, PrivateRow } from '#modules/kernel/tables'

export class RubyClosingRow extends PrivateRow {
  static override table = 'ruby_closings'

  @column() declare closedAt: Date
  @column() declare rubies: string
  @column() declare debt: string
}
