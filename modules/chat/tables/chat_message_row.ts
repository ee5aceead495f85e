import { column, PrivateRow } from '#modules/kernel/tables'

export class ChatMessageRow extends PrivateRow {
  static override table = 'chat_messages'

  @column({ isPrimary: true }) declare id: string
  @column() declare chatSessionId: string
  @column() declare position: number
  @column() declare authorId: string | null
  @column() declare characterId: string | null
  @column() declare speaker: string | null
  @column() declare content: string
  @column() declare rubyCost: number
  @column() declare state: string
  @column() declare clientMessageId: string | null
  @column() declare replyId: string | null
  @column() declare answerId: string | null
  @column() declare tier: string | null
  @column() declare isCut: boolean
  @column() declare modelName: string | null
  @column() declare modelId: string | null
  @column() declare provider: string | null
  @column() declare isFallback: boolean
  @column() declare firstTextMs: number | null
  @column() declare inputTokens: number | null
  @column() declare outputTokens: number | null
  @column() declare hasNotice: boolean
  @column() declare createdAt: Date
  @column() declare editedAt: Date | null
  @column() declare hiddenAt: Date | null
  @column() declare deletedAt: Date | null
}
