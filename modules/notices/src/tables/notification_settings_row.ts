import { jsonColumn, PrivateRow } from '#modules/kernel/tables'
import type { NotificationChoices } from '../domain/ways.ts'

export class NotificationSettingsRow extends PrivateRow {
  static override table = 'notification_settings'

  @jsonColumn() declare choices: NotificationChoices
}
