import { column, Row } from '#modules/kernel/tables'
import type { SignUpMode } from '../domain/sign_up_modes.ts'

export class SignUpSettingsRow extends Row {
  static override table = 'sign_up_settings'

  @column({ isPrimary: true }) declare id: number
  @column() declare mode: SignUpMode | null
  @column() declare userInvitations: number
}
