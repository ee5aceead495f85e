import { column, PrivateRow } from '#modules/kernel/tables'
import type { DigestInterval } from '../../api.ts'

export class NotificationDigestRow extends PrivateRow {
  static override table = 'notification_digests'

  @column() declare every: DigestInterval
  @column() declare dueAt: Date
  @column() declare mailedUpTo: string
}
