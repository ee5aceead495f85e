import { column, Row } from '#modules/kernel/tables'

export class PictureRow extends Row {
  static override table = 'pictures'

  @column({ isPrimary: true }) declare hash: string
  @column() declare ownerId: string | null
  @column() declare widths: number[]
  @column() declare bytes: number
  @column() declare createdAt: Date
  @column() declare likeness: string | null
}
