import { column, Row } from '#modules/kernel/tables'
import type { DecisionKind, Reason } from '../../api.ts'

export class DecisionRow extends Row {
  static override table = 'report_decisions'

  @column({ isPrimary: true }) declare id: string
  @column() declare caseId: string
  @column() declare moderatorId: string | null
  @column() declare subjectId: string | null
  @column() declare kind: DecisionKind
  @column() declare reason: Reason | null
  @column() declare words: string
  @column() declare until: Date | null
  @column() declare createdAt: Date
  @column() declare undoneAt: Date | null
  @column() declare undoneBy: string | null
  @column() declare undoneWords: string
  @column() declare copyOf: string | null
}
