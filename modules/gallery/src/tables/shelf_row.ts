import { column, Row } from '#modules/kernel/tables'

export class ShelfRow extends Row {
  static override table = 'character_shelves'

  @column({ isPrimary: true }) declare id: string
  @column() declare characters: string[]
  @column() declare filledAt: Date
}
