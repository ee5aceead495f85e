import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'

export class ChatSessionRow extends PrivateRow {
  static override table = 'chat_sessions'

  @column({ isPrimary: true }) declare id: string
  @column() declare characterId: string | null
  @column() declare characterVersion: number | null
  @column() declare title: string | null
  @column() declare pins: string[]
  @column() declare nextPosition: number
  @column() declare messagesWritten: number
  @column() declare messagesImported: number
  @column() declare openingVersion: number | null
  @column() declare openingPlaces: number[] | null
  @jsonColumn() declare loreState: unknown
  @column() declare lorebookIds: string[]
  @column() declare seenChange: number | null
  @column() declare acceptedChange: number | null
  @column() declare keptAt: Date | null
  @column() declare archivedAt: Date | null
  @column() declare folderId: string | null
  @column() declare createdAt: Date
  @column() declare openedAt: Date
  @column() declare lastMessageAt: Date
  @column() declare deletedAt: Date | null
  @column() declare purgedAt: Date | null
}
