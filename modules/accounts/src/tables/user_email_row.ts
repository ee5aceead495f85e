import { column, Row } from '#modules/kernel/tables'

export class UserEmailRow extends Row {
  static override table = 'user_emails'

  @column({ isPrimary: true }) declare emailKey: string
  @column() declare userId: string
}
