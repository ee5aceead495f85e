import { column, Row } from '#modules/kernel/tables'

export class RubyCodeRow extends Row {
  static override table = 'ruby_codes'

  @column({ isPrimary: true }) declare hash: Buffer
  @column() declare batchId: string
  @column() declare usesLeft: number
}
