import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { Lorebook, LorebookEntry } from '../../api.ts'
import { LorebookEntryRow } from '../tables/lorebook_entry_row.ts'
import { LorebookRow } from '../tables/lorebook_row.ts'
import type { EntryFields } from './entry.ts'

/** A book without its original file. */
export type BookRow = Omit<Attributes<LorebookRow>, 'userId' | 'bytes' | 'original'>

export const bookColumns = attributesOf(LorebookRow, { without: ['user_id', 'bytes', 'original'] })

export const toLorebook = (row: BookRow): Lorebook => ({
  id: row.id,
  name: row.name,
  description: row.description,
  scanDepth: row.scanDepth,
  tokenBudget: row.tokenBudget,
  recursive: row.recursive,
  alwaysOn: row.alwaysOn,
  entryCount: row.entryCount,
  revision: row.revision,
  importedFrom: row.originalFormat,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export type EntryRow = Omit<Attributes<LorebookEntryRow>, 'userId' | 'lorebookId' | 'bytes'>

export const entryColumns = attributesOf(LorebookEntryRow, { without: ['user_id', 'lorebook_id', 'bytes'] })

export const toFields = ({ name, content, fields }: Pick<EntryRow, 'name' | 'content' | 'fields'>): EntryFields => ({
  ...fields,
  name,
  content,
})

export const toEntry = (row: EntryRow): LorebookEntry => ({
  ...toFields(row),
  id: row.id,
  revision: row.revision,
  updatedAt: row.updatedAt.toISOString(),
})

/** Returns the columns of an entry's fields, with its size in bytes. */
export const toEntryColumns = ({ name, content, ...rest }: EntryFields) => {
  const fields = JSON.stringify(rest)
  return {
    name,
    content,
    fields,
    bytes: Buffer.byteLength(name) + Buffer.byteLength(content) + Buffer.byteLength(fields),
  }
}
