import { column, Row } from '#modules/kernel/tables'

export class RemovedPictureRow extends Row {
  static override table = 'removed_pictures'

  @column({ isPrimary: true }) declare hash: string
  @column() declare widths: number[]
  @column() declare removedAt: Date
}
