import { column, jsonColumn, Row } from '#modules/kernel/tables'

export class ModelConnectionRow extends Row {
  static override table = 'model_connections'

  @column({ isPrimary: true }) declare id: string
  @column() declare name: string
  @column() declare provider: string
  @column() declare baseUrl: string
  @column() declare sealedKey: string | null
  @column() declare keyEnd: string | null
  @jsonColumn() declare options: Record<string, string>
  @column() declare isOff: boolean
  @column() declare createdAt: Date
}
