import { column, PrivateRow } from '#modules/kernel/tables'

export class ReplyRow extends PrivateRow {
  static override table = 'replies'

  @column({ isPrimary: true }) declare id: string
  @column() declare chatSessionId: string
  @column() declare kind: string
  @column() declare userMessageId: string | null
  @column() declare messageId: string
  @column() declare position: number
  @column() declare characterId: string | null
  @column() declare speaker: string | null
  @column() declare tier: string
  @column() declare cost: number
  @column() declare state: string
  @column() declare owner: string
  @column() declare stopRequestedAt: Date | null
  @column() declare errorCode: string | null
  @column() declare firstTextMs: number | null
  @column() declare continues: string | null
  @column() declare continuesAt: number | null
  @column() declare isUnpaid: boolean
  @column() declare createdAt: Date
  @column() declare endedAt: Date | null
}
