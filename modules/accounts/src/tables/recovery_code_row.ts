import { column, Row } from '#modules/kernel/tables'

export class RecoveryCodeRow extends Row {
  static override table = 'recovery_codes'

  @column() declare userId: string
  @column() declare mark: string
  @column() declare codeHash: string
}
