import { column, Row } from '#modules/kernel/tables'

export class RubyCodeBatchRow extends Row {
  static override table = 'ruby_code_batches'

  @column({ isPrimary: true }) declare id: string
  @column() declare name: string
  @column() declare rubies: string
  @column() declare codes: number
  @column() declare uses: number
  @column() declare perPerson: number
  @column() declare createdAt: Date
  @column() declare expiresAt: Date
  @column() declare revokedAt: Date | null
}
