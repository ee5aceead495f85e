import { column, PrivateRow } from '#modules/kernel/tables'

export class AlternateRow extends PrivateRow {
  static override table = 'chat_message_alternates'

  @column({ isPrimary: true }) declare id: string
  @column() declare messageId: string
  @column() declare position: number
  @column() declare characterId: string | null
  @column() declare speaker: string | null
  @column() declare content: string
  @column() declare rubyCost: number
  @column() declare state: string
  @column() declare tier: string | null
  @column() declare isCut: boolean
  @column() declare modelName: string | null
  @column() declare modelId: string | null
  @column() declare provider: string | null
  @column() declare isFallback: boolean
  @column() declare firstTextMs: number | null
  @column() declare inputTokens: number | null
  @column() declare outputTokens: number | null
  @column() declare createdAt: Date
  @column() declare editedAt: Date | null
}
