import { column, Row } from '#modules/kernel/tables'
import type { CaseState, Reason, ThingKind } from '../../api.ts'

export class CaseRow extends Row {
  static override table = 'report_cases'

  @column({ isPrimary: true }) declare id: string
  @column() declare thingKind: ThingKind
  @column() declare thingId: string
  @column() declare title: string
  @column() declare characterId: string | null
  @column() declare authorId: string | null
  @column() declare reason: Reason
  @column() declare reports: number
  @column() declare state: CaseState
  @column() declare queuedAt: Date
  @column() declare openedAt: Date
}
