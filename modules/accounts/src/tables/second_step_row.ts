import { column, Row } from '#modules/kernel/tables'

export class SecondStepRow extends Row {
  static override table = 'second_steps'

  @column({ isPrimary: true }) declare tokenHash: Buffer
  @column() declare userId: string
  @column() declare passwordHash: string | null
  @column() declare factorSince: Date
  @column() declare next: string
  @column() declare expiresAt: Date
}
