import { column, Row } from '#modules/kernel/tables'

/** Counts are `bigint`, so the driver reads them as texts. */
export class UsageCellRow extends Row {
  static override table = 'usage_cells'

  @column({ isPrimary: true }) declare day: string
  @column() declare tier: string
  @column() declare provider: string
  @column() declare model: string
  @column() declare replies: string
  @column() declare uncounted: string
  @column() declare inputTokens: string
  @column() declare outputTokens: string
  @column() declare rubiesTaken: string
  @column() declare rubiesGivenBack: string
}
