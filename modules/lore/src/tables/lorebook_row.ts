import { column, PrivateRow } from '#modules/kernel/tables'

export class LorebookRow extends PrivateRow {
  static override table = 'lorebooks'

  @column({ isPrimary: true }) declare id: string
  @column() declare name: string
  @column() declare description: string
  @column() declare scanDepth: number | null
  @column() declare tokenBudget: number | null
  @column() declare recursive: boolean | null
  @column() declare revision: number
  @column() declare entryCount: number
  @column() declare bytes: string
  @column() declare original: Buffer | null
  @column() declare originalFormat: string | null
  @column() declare createdAt: Date
  @column() declare updatedAt: Date
  @column() declare alwaysOn: boolean
}
