import { column, PrivateRow } from '#modules/kernel/tables'

export class CardKnownHashRow extends PrivateRow {
  static override table = 'card_known_hashes'

  @column() declare hash: Buffer
  @column() declare characterId: string
  @column() declare createdAt: Date
}
