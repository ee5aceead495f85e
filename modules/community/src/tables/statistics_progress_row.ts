import { column, Row } from '#modules/kernel/tables'

export class StatisticsProgressRow extends Row {
  static override table = 'statistics_progress'

  @column({ isPrimary: true }) declare isOnly: boolean
  @column() declare startedOn: Date
  @column() declare countedUntil: Date
  @column() declare closedThrough: Date
  @column() declare closedCharacter: string | null
}
