import { column, Row } from '#modules/kernel/tables'

export class UsageProgressRow extends Row {
  static override table = 'usage_progress'

  @column({ isPrimary: true }) declare isOnly: boolean
  @column() declare startedOn: string
  @column() declare countedUntil: Date
}
