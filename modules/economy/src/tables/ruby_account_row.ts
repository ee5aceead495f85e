import { column, PrivateRow } from '#modules/kernel/tables'

export class RubyAccountRow extends PrivateRow {
  static override table = 'ruby_accounts'

  @column() declare balance: string
  @column() declare held: string
  @column() declare seq: string
  @column() declare debt: string
}
