import { column, Row } from '#modules/kernel/tables'
import type { Audience } from '../../api.ts'

export class AnnouncementRow extends Row {
  static override table = 'announcements'

  @column({ isPrimary: true }) declare id: string
  @column() declare text: string
  @column() declare audience: Audience
  @column() declare startsAt: Date | null
  @column() declare endsAt: Date | null
  @column() declare isDismissible: boolean
  @column() declare isDraft: boolean
  @column() declare createdAt: Date
  @column() declare notifiedAt: Date | null
}
