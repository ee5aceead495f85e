import { column, PrivateRow } from '#modules/kernel/tables'

export class PersonaRow extends PrivateRow {
  static override table = 'personas'

  @column({ isPrimary: true }) declare id: string
  @column() declare name: string | null
  @column() declare description: string | null
  @column() declare avatar: string | null
  @column() declare personality: string | null
  @column() declare background: string | null
  @column() declare lorebookIds: string[]
}
