import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { AdminActKind, AdminActSubject, Json } from '../../api.ts'

export class AdminActRow extends Row {
  static override table = 'admin_acts'

  @column({ isPrimary: true }) declare id: string
  @column() declare actorId: string | null
  @column() declare actorName: string | null
  @column() declare actorEmail: string | null
  @column() declare kind: AdminActKind
  @column() declare subjectType: AdminActSubject['type']
  @column() declare subjectId: string | null
  @column() declare subjectName: string
  @jsonColumn() declare before: Json
  @jsonColumn() declare after: Json
  @column() declare createdAt: Date
}
