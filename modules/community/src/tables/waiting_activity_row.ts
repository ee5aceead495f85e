import { column, PrivateRow } from '#modules/kernel/tables'

export class WaitingActivityRow extends PrivateRow {
  static override table = 'waiting_activity'

  @column() declare characterId: string
  @column() declare kind: string
  @column() declare part: number
  @column() declare chatSessionId: string
  @column() declare day: Date
  @column() declare isReturning: boolean
  @column() declare chats: number
  @column() declare messages: number
  @column() declare rerolls: number
  @column() declare stops: number
  @column() declare answers: number
  @column() declare answerCharacters: string
}
