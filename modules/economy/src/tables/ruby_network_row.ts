import { column, PrivateRow } from '#modules/kernel/tables'

export class RubyNetworkRow extends PrivateRow {
  static override table = 'ruby_networks'

  @column() declare networkHash: Buffer
  @column() declare seenOn: Date
}
