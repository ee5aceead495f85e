import { column, jsonColumn, Row } from '#modules/kernel/tables'
import type { RegexScript } from '../domain/regex_scripts.ts'

export class ScriptsRow extends Row {
  static override table = 'character_scripts'

  @column({ isPrimary: true }) declare characterId: string
  @column() declare fromVersion: number
  @jsonColumn() declare scripts: RegexScript[]
}
