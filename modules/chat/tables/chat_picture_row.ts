import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'

export class ChatPictureRow extends PrivateRow {
  static override table = 'chat_pictures'

  @column({ isPrimary: true }) declare id: string
  @column() declare chatSessionId: string
  @column() declare messageId: string | null
  @column() declare kind: 'shown' | 'drawn'
  @column() declare file: string | null
  @column() declare width: number | null
  @column() declare height: number | null
  @column() declare bytes: number
  @column() declare alt: string
  @column() declare isBackground: boolean
  @jsonColumn() declare drawing: unknown
  @column() declare failure: string | null
  @column() declare createdAt: Date
}
