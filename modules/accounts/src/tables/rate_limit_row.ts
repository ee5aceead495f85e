import { column, Row } from '#modules/kernel/tables'

export class RateLimitRow extends Row {
  static override table = 'rate_limits'

  @column({ isPrimary: true }) declare key: string
  @column() declare points: number
  @column() declare expire: string | null
}
