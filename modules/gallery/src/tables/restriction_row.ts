import { column, Row } from '#modules/kernel/tables'
import type { Restriction } from '../../index.ts'

export class RestrictionRow extends Row {
  static override table = 'character_restrictions'

  @column({ isPrimary: true }) declare characterId: string
  @column() declare kind: Restriction
  @column() declare wasSet: boolean
  @column() declare createdAt: Date
}
