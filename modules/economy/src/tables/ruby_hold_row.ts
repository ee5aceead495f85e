import { column, PrivateRow } from '#modules/kernel/tables'

export class RubyHoldRow extends PrivateRow {
  static override table = 'ruby_holds'

  @column({ isPrimary: true }) declare id: string
  @column() declare amount: string
  @column() declare state: 'held' | 'taken' | 'given_back' | 'expired'
  @column() declare expiresAt: Date
  @column() declare createdAt: Date
  @column() declare settledAt: Date | null
}
