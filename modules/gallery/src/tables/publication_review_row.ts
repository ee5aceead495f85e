import { column, Row } from '#modules/kernel/tables'

export type StoredReviewState = 'waiting' | 'held' | 'refused' | 'approved'

export class PublicationReviewRow extends Row {
  static override table = 'publication_reviews'

  @column({ isPrimary: true }) declare id: string
  @column() declare userId: string
  @column() declare characterId: string | null
  @column() declare commentId: string | null
  @column() declare subjectId: string
  @column() declare state: StoredReviewState
  @column() declare causes: string[]
  @column() declare isEscalated: boolean
  @column() declare round: number
  @column() declare jobId: string | null
  @column() declare beganAt: Date
  @column() declare reason: string | null
  @column() declare decidedBy: string | null
  @column() declare decidedAt: Date | null
}
