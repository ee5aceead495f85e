import { column, Row } from '#modules/kernel/tables'

export class SignInAttemptRow extends Row {
  static override table = 'sign_in_attempts'

  @column({ isPrimary: true }) declare stateHash: Buffer
  @column() declare browserHash: Buffer
  @column() declare provider: string
  @column() declare nonce: string
  @column() declare verifier: string
  @column() declare next: string
  @column() declare linkUserId: string | null
  @column() declare isProof: boolean
  @column() declare invitationHash: Buffer | null
  @column() declare expiresAt: Date
}
