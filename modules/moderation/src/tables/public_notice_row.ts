import { column, Row } from '#modules/kernel/tables'
import type { NoticeKind } from '../../api.ts'

export class PublicNoticeRow extends Row {
  static override table = 'public_notices'

  @column({ isPrimary: true }) declare id: string
  @column() declare number: string
  @column() declare kind: NoticeKind
  @column() declare location: string
  @column() declare words: string
  @column() declare sealedContact: string | null
  @column() declare createdAt: Date
  @column() declare confirmedAt: Date | null
  @column() declare reportId: string | null
}
