import { column, PrivateRow } from '#modules/kernel/tables'
import type { DisputeFacts } from '../domain/order_facts.ts'

export class RubyDisputeRow extends PrivateRow {
  static override table = 'ruby_disputes'

  @column() declare orderId: string
  @column() declare disputeId: string
  @column() declare state: DisputeFacts['state']
  @column() declare amountCents: string
  @column() declare decidedAt: Date | null
}
