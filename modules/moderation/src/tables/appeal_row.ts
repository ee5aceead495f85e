import { column, Row } from '#modules/kernel/tables'

export class AppealRow extends Row {
  static override table = 'report_appeals'

  @column({ isPrimary: true }) declare decisionId: string
  @column() declare words: string
  @column() declare createdAt: Date
  @column() declare outcome: 'upheld' | 'reversed' | null
  @column() declare answer: string
  @column() declare decidedBy: string | null
  @column() declare decidedAt: Date | null
}
