import { column, PrivateRow } from '#modules/kernel/tables'

export class RubyAccountRow extends PrivateRow {
  static override table = 'ruby_accounts'

  @column() declare balance: string
  @column() declare held: string
  @column() declare seq: string
  @column() declare debt: string
  /** The part of the balance that was bought. Free rubies are spent first. */
  @column() declare bought: string
}
