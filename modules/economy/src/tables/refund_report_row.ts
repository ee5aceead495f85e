import { column, PrivateRow } from '#modules/kernel/tables'

export class RefundReportRow extends PrivateRow {
  static override table = 'ruby_refund_reports'

  @column() declare orderId: string
  @column() declare reportedAt: Date
  @column() declare refundedCents: string
}
