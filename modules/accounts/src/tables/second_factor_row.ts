import { column, Row } from '#modules/kernel/tables'

export class SecondFactorRow extends Row {
  static override table = 'second_factors'

  @column({ isPrimary: true }) declare userId: string
  @column() declare secret: string
  @column() declare begunAt: Date
  @column() declare lastStep: string | null
}
