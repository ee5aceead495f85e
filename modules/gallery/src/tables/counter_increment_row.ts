import { column, Row } from '#modules/kernel/tables'

export class CounterIncrementRow extends Row {
  static override table = 'character_counter_increments'

  @column() declare characterId: string
  @column() declare messages: number
}
