import { column, PrivateRow } from '#modules/kernel/tables'

export class FollowRow extends PrivateRow {
  static override table = 'follows'

  @column({ isPrimary: true }) declare creatorId: string
  @column() declare createdAt: Date
}
