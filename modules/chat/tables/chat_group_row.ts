import { column, PrivateRow } from '#modules/kernel/tables'

export class ChatGroupRow extends PrivateRow {
  static override table = 'chat_groups'

  @column({ isPrimary: true }) declare chatSessionId: string
  @column() declare mode: string
  @column() declare talkId: string | null
  @column() declare talkTurns: number
  @column() declare turnsLeft: number
}
