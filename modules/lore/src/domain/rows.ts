import type { Lorebook, LorebookEntry } from '../../api.ts'
import type { EntryFields } from './entry.ts'

export interface BookRow {
  id: string
  name: string
  description: string
  scan_depth: number | null
  token_budget: number | null
  recursive: boolean | null
  always_on: boolean
  revision: number
  entry_count: number
  original_format: string | null
  created_at: Date
  updated_at: Date
}

/** The columns of `BookRow`, without the owner and the original file. */
export const bookColumns =
  'id, name, description, scan_depth, token_budget, recursive, always_on, revision, entry_count, original_format, created_at, updated_at'

export const toLorebook = (row: BookRow): Lorebook => ({
  id: row.id,
  name: row.name,
  description: row.description,
  scanDepth: row.scan_depth,
  tokenBudget: row.token_budget,
  recursive: row.recursive,
  alwaysOn: row.always_on,
  entryCount: row.entry_count,
  revision: row.revision,
  importedFrom: row.original_format,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** A stored entry. Its name and content are separate columns, and the other fields are JSON. */
export interface EntryRow {
  id: string
  /** A bigint, which the database driver returns as text. */
  position: string
  name: string
  content: string
  fields: Omit<EntryFields, 'name' | 'content'>
  origin: string | null
  revision: number
  updated_at: Date
}

export const entryColumns = 'id, position, name, content, fields, origin, revision, updated_at'

export const toFields = ({ name, content, fields }: Pick<EntryRow, 'name' | 'content' | 'fields'>): EntryFields => ({
  ...fields,
  name,
  content,
})

export const toEntry = (row: EntryRow): LorebookEntry => ({
  ...toFields(row),
  id: row.id,
  revision: row.revision,
  updatedAt: row.updated_at.toISOString(),
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
