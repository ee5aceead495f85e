import { column, PrivateRow } from '#modules/kernel/tables'
import type { TransactionType } from '../../api.ts'

export class RubyTransactionRow extends PrivateRow {
  static override table = 'ruby_transactions'

  @column({ isPrimary: true }) declare seq: string
  @column() declare id: string
  @column() declare amount: string
  @column() declare balanceAfter: string
  @column() declare type: TransactionType
  @column() declare description: string
  @column() declare createdAt: Date
  @column() declare holdId: string | null
  @column() declare idempotencyKey: string | null
  @column() declare requestHash: Buffer | null
}
