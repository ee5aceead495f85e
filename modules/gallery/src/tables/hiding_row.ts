import { column, PrivateRow } from '#modules/kernel/tables'
import type { HidingKind } from '../../api.ts'

export class HidingRow extends PrivateRow {
  static override table = 'hidings'

  @column() declare kind: HidingKind
  @column({ isPrimary: true }) declare id: string
  @column() declare createdAt: Date
}
