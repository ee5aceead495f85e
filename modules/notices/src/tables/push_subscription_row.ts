import { column, PrivateRow } from '#modules/kernel/tables'

export class PushSubscriptionRow extends PrivateRow {
  static override table = 'push_subscriptions'

  @column({ isPrimary: true }) declare sessionId: string
  @column() declare endpoint: string
  @column({ columnName: 'p256dh' }) declare p256dh: string
  @column() declare auth: string
  @column() declare serverKey: string
  @column() declare showsTexts: boolean
  @column() declare createdAt: Date
}
