import { column, Row } from '#modules/kernel/tables'

export class TagRow extends Row {
  static override table = 'character_tags'

  @column({ isPrimary: true }) declare key: string
  @column() declare spelling: string
  @column() declare uses: number
  @column() declare openUses: number
}
