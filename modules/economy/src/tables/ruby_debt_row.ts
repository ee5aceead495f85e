import { column, PrivateRow } from '#modules/kernel/tables'

export class RubyDebtRow extends PrivateRow {
  static override table = 'ruby_debts'

  @column({ isPrimary: true }) declare seq: string
  @column() declare amount: string
  @column() declare debtAfter: string
  @column() declare cause: 'refund' | 'dispute' | 'payment'
  @column() declare description: string
  @column() declare createdAt: Date
  @column() declare transactionId: string | null
  @column() declare idempotencyKey: string | null
  @column() declare requestHash: Buffer | null
}
