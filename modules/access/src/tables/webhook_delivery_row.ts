import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'
import type { DeliveryProblem, DeliveryState, WebhookEventType } from '../../api.ts'

export class WebhookDeliveryRow extends PrivateRow {
  static override table = 'webhook_deliveries'

  @column({ isPrimary: true }) declare id: string
  @column() declare webhookId: string
  @column() declare type: WebhookEventType
  @jsonColumn() declare data: object
  @column() declare createdAt: Date
  @column() declare state: DeliveryState
  @column() declare attempts: number
  @column() declare triedAt: Date | null
  /** The status of the last answer. */
  @column() declare status: number | null
  @column() declare problem: DeliveryProblem | null
}
