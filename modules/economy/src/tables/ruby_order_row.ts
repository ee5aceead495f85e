import { column, PrivateRow } from '#modules/kernel/tables'
import type { OrderState } from '../../api.ts'

export class RubyOrderRow extends PrivateRow {
  static override table = 'ruby_orders'

  @column({ isPrimary: true }) declare id: string
  @column() declare rubies: string
  @column() declare amountCents: string
  @column() declare currency: string
  @column() declare provider: string
  @column() declare isTest: boolean
  @column() declare state: OrderState
  @column() declare reference: string | null
  @column() declare paymentReference: string | null
  @column() declare refundedCents: string
  @column() declare takenBack: string
  @column() declare createdAt: Date
  @column() declare expiresAt: Date
  @column() declare paidAt: Date | null
  @column() declare changedAt: Date
  @column() declare askedAt: Date | null
  @column() declare lookAgainAt: Date | null
}
