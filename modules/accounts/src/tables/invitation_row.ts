import { column, Row } from '#modules/kernel/tables'
import type { InvitedRole } from '../domain/roles.ts'

export class InvitationRow extends Row {
  static override table = 'invitations'

  @column({ isPrimary: true }) declare id: string
  @column() declare tokenHash: Buffer
  @column() declare inviterId: string
  @column() declare note: string | null
  @column() declare role: InvitedRole | null
  @column() declare rubies: number
  @column() declare uses: number
  @column() declare used: number
  @column() declare createdAt: Date
  @column() declare expiresAt: Date
  @column() declare revokedAt: Date | null
}
