import { column, PrivateRow } from '#modules/kernel/tables'

export class StatisticsCellRow extends PrivateRow {
  static override table = 'statistics_cells'

  @column() declare characterId: string
  @column() declare lastDay: Date
  @column() declare kind: string
  @column() declare part: number
  @column() declare lastPart: number
  @column() declare firstDay: Date
  @column() declare people: number
  @column() declare returned: number | null
  @column() declare views: number
  @column() declare chats: number
  @column() declare messages: number
  @column() declare rerolls: number
  @column() declare stops: number
  @column() declare answers: number
  @column() declare answerCharacters: string
}
