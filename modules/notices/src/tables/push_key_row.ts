import { column, Row } from '#modules/kernel/tables'

export class PushKeyRow extends Row {
  static override table = 'push_keys'

  @column({ isPrimary: true }) declare generation: number
  @column() declare publicKey: string
  @column() declare sealedPrivateKey: string
  @column() declare createdAt: Date
}
