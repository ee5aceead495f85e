import { column, PrivateRow } from '#modules/kernel/tables'

export class CollectedCharacterRow extends PrivateRow {
  static override table = 'collected_characters'

  @column() declare collectionId: string
  @column({ isPrimary: true }) declare characterId: string
  @column() declare place: string
}
