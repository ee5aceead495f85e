import { column, Row } from '#modules/kernel/tables'

export class TierModelRow extends Row {
  static override table = 'chat_tier_models'

  @column({ isPrimary: true }) declare id: number
  @column() declare tier: string
  @column() declare modelId: string
  @column() declare since: Date | null
  @column() declare reason: string | null
}
