import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { PaymentEvent } from '#plugins/contract/payment'

export class PaymentEventRow extends Row {
  static override table = 'payment_events'

  @column() declare provider: string
  @column() declare eventId: string
  @column() declare type: PaymentEvent['type']
  @column() declare orderId: string | null
  @column() declare paymentReference: string | null
  /** As JSON, so `occurredAt` is a text. */
  @jsonColumn() declare event: PaymentEvent
  @column() declare receivedAt: Date
  @column() declare appliedAt: Date | null
}
