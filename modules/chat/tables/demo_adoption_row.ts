import { column, Row } from '#modules/kernel/tables'

export class DemoAdoptionRow extends Row {
  static override table = 'demo_adoptions'

  @column({ isPrimary: true }) declare transcriptId: string
  @column() declare userId: string
  @column() declare chatSessionId: string
  @column() declare adoptedAt: Date
}
