import { column, Row } from '#modules/kernel/tables'

export class BlockedPictureRow extends Row {
  static override table = 'blocked_pictures'

  @column({ isPrimary: true }) declare hash: string
  @column() declare ownerId: string | null
  @column() declare widths: number[]
  @column() declare bytes: number
  @column() declare createdAt: Date
  @column() declare blockedAt: Date
  @column() declare purgedAt: Date | null
  @column() declare likeness: string | null
}
