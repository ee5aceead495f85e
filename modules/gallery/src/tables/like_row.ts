import { column, Row } from '#modules/kernel/tables'

export class LikeRow extends Row {
  static override table = 'character_likes'

  @column() declare userId: string
  @column() declare characterId: string
  @column() declare createdAt: Date
}
