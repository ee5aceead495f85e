import { column, Row } from '#modules/kernel/tables'

export class ContentSweepRow extends Row {
  static override table = 'content_sweeps'

  @column({ isPrimary: true }) declare judges: string
  @column() declare jobId: string | null
  @column() declare position: string | null
  @column() declare judged: number
  @column() declare held: number
  @column() declare beganAt: Date
  @column() declare endedAt: Date | null
}
