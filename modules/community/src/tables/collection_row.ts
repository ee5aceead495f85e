import { column, PrivateRow } from '#modules/kernel/tables'

export class CollectionRow extends PrivateRow {
  static override table = 'collections'

  @column({ isPrimary: true }) declare id: string
  @column() declare name: string
  @column() declare about: string
  @column() declare isPublic: boolean
  @column() declare createdAt: Date
}
