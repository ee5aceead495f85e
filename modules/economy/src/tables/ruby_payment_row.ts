import { column, Row } from '#modules/kernel/tables'

export class RubyPaymentRow extends Row {
  static override table = 'ruby_payments'

  @column() declare provider: string
  @column() declare paymentReference: string
  @column() declare userId: string
  @column() declare orderId: string
}
