import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'
import type { NotificationKind } from '../../api.ts'

export class NotificationRow extends PrivateRow {
  static override table = 'notifications'

  @column({ isPrimary: true }) declare id: string
  @column() declare kind: NotificationKind
  @column() declare key: string
  @column() declare groupKey: string
  @jsonColumn() declare subject: Record<string, string | number>
  @column() declare isListed: boolean
  @column() declare createdAt: Date
  @column() declare readAt: Date | null
}
