import { column, Row } from '#modules/kernel/tables'

export class CounterRow extends Row {
  static override table = 'character_counters'

  @column({ isPrimary: true }) declare characterId: string
  @column() declare likes: number
  @column() declare messages: number
  @column() declare trend: number
}
