import { column, Row } from '#modules/kernel/tables'

export class UserNameRow extends Row {
  static override table = 'user_names'

  @column({ isPrimary: true }) declare usernameKey: string
  @column() declare skeleton: string
  @column() declare userId: string
}
