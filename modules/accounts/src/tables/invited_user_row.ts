import { column, Row } from '#modules/kernel/tables'

export class InvitedUserRow extends Row {
  static override table = 'invited_users'

  @column() declare invitationId: string
  @column({ isPrimary: true }) declare userId: string
}
