import { column, PrivateRow } from '#modules/kernel/tables'

export class BlockedTagsRow extends PrivateRow {
  static override table = 'blocked_tags'

  @column({ isPrimary: true }) declare userId: string
  @column() declare tags: string[]
  @column() declare keys: string[]
}
