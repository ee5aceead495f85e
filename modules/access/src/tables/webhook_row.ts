import { column, PrivateRow } from '#modules/kernel/tables'
import type { WebhookEvent, WebhookOff } from '../../api.ts'

export class WebhookRow extends PrivateRow {
  static override table = 'webhooks'

  @column({ isPrimary: true }) declare id: string
  @column() declare url: string
  @column() declare events: WebhookEvent[]
  @column() declare ofInstance: boolean
  @column() declare sealedSecret: string
  @column() declare sealedEarlierSecret: string | null
  @column() declare earlierUntil: Date | null
  @column() declare createdAt: Date
  @column() declare failingSince: Date | null
  @column() declare offAt: Date | null
  @column() declare offBecause: WebhookOff | null
}
