import { column, Row } from '#modules/kernel/tables'

export class TagIncrementRow extends Row {
  static override table = 'character_tag_increments'

  @column() declare spelling: string
  @column() declare uses: number
  @column() declare openUses: number
}
