import { column, PrivateRow } from '#modules/kernel/tables'

export class FailedRefundRow extends PrivateRow {
  static override table = 'ruby_failed_refunds'

  @column() declare orderId: string
  @column() declare refundId: string
  @column() declare amountCents: string
  @column() declare failedAt: Date
}
