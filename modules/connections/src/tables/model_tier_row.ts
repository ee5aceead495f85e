import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { Sampling } from '#plugins/contract/model'
import type { TierLink } from '../../api.ts'

export class ModelTierRow extends Row {
  static override table = 'model_tiers'

  @column({ isPrimary: true }) declare tier: string
  @column() declare name: string
  @column() declare description: string
  @column() declare cost: number
  @jsonColumn() declare links: TierLink[]
  @column() declare contextTokens: number
  @column() declare outputTokens: number
  @jsonColumn() declare sampling: Sampling
  @jsonColumn() declare stop: string[]
  @column() declare sees: boolean
}
