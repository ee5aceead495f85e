import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'
import type { ImageAspect, ImageOptions } from '#plugins/contract/image'

export class DrawnPictureRow extends PrivateRow {
  static override table = 'drawn_pictures'

  @column({ isPrimary: true }) declare id: string
  @column() declare hash: string
  @column() declare prompt: string
  /** The model's id at the provider. */
  @column() declare model: string
  @column() declare modelName: string
  @column() declare aspect: ImageAspect
  @jsonColumn() declare options: ImageOptions
  @column() declare seed: string | null
  /** Drawn by rules, not by a model. */
  @column() declare isDemo: boolean
  @column() declare createdAt: Date
}
