import { column, Row } from '#modules/kernel/tables'

/** Prices are `bigint`, so the driver reads them as texts. */
export class ModelPriceRow extends Row {
  static override table = 'model_prices'

  @column({ isPrimary: true }) declare provider: string
  @column() declare model: string
  @column() declare since: string
  @column() declare inputMicrodollars: string
  @column() declare outputMicrodollars: string
}
