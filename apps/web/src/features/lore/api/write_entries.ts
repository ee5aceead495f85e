import { paths, type EntryFields, type EntryOrder, type LorebookEntry } from '#modules/lore/api'
import { sendJson } from '#web/lib/api_client'

export type EntryChange = Partial<EntryFields> & EntryOrder & { revision: number }

export const addEntry = (bookId: string, fields: Partial<EntryFields> & EntryOrder) =>
  sendJson<LorebookEntry>('POST', paths.entries(bookId), fields)

/** Edits an entry. Fails with 409 if its revision has changed. */
export const editEntry = (bookId: string, entryId: string, change: EntryChange) =>
  sendJson<LorebookEntry>('PUT', paths.entry(bookId, entryId), change)

export const deleteEntry = (bookId: string, entryId: string) =>
  sendJson<{ message: string }>('DELETE', paths.entry(bookId, entryId))
