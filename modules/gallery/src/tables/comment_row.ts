import { column, Row } from '#modules/kernel/tables'
import type { ReviewState } from '../../api.ts'

export class CommentRow extends Row {
  static override table = 'character_comments'

  @column({ isPrimary: true }) declare id: string
  @column() declare characterId: string
  @column() declare userId: string
  @column() declare content: string
  @column() declare createdAt: Date
  @column() declare removedAt: Date | null
  @column() declare removedBy: string | null
  @column() declare review: ReviewState | null
  @column() declare keptUntil: Date | null
  @column() declare editedAt: Date | null
  @column() declare parentId: string | null
}
