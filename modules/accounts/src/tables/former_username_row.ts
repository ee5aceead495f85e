import { column, Row } from '#modules/kernel/tables'

export class FormerUsernameRow extends Row {
  static override table = 'former_usernames'

  @column({ isPrimary: true }) declare usernameKey: string
  @column() declare skeleton: string
  @column() declare userId: string
  @column() declare releasedAt: Date
}
