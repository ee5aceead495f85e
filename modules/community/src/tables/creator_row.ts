import { column, Row } from '#modules/kernel/tables'

export class CreatorRow extends Row {
  static override table = 'creators'

  @column({ isPrimary: true }) declare userId: string
  @column() declare isPublic: boolean
  @column() declare about: string
  @column() declare links: string[]
  @column() declare followers: number
  @column() declare names: string
}
