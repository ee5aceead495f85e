import { column, jsonColumn, PrivateRow } from '#modules/kernel/tables'
import type { EntryFields } from '../domain/entry.ts'

/** An entry. Its name and content are columns, and its other fields are JSON. */
export class LorebookEntryRow extends PrivateRow {
  static override table = 'lorebook_entries'

  @column({ isPrimary: true }) declare id: string
  @column() declare lorebookId: string
  @column() declare position: string
  @column() declare name: string
  @column() declare content: string
  @jsonColumn() declare fields: Omit<EntryFields, 'name' | 'content'>
  @column() declare bytes: number
  @column() declare origin: string | null
  @column() declare revision: number
  @column() declare updatedAt: Date
}
