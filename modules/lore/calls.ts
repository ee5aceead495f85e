/** The calls of lorebooks. */

import type { ById, Call, Done } from '#modules/kernel/calls'
import type { EntryFields, EntryOrder, LoreTest, Lorebook, LorebookEntry, LorebookFields, UsedLorebook } from './api.ts'

interface OfEntry {
  params: { id: string; entryId: string }
}
/** A change fails with 409 if its revision is older. */
interface OfRevision {
  revision: number
}

export const listLorebooks: Call<UsedLorebook[], { query: { limit: number } }> = 'GET /api/lorebooks'
export const createLorebook: Call<Lorebook, { body: { name: string } }> = 'POST /api/lorebooks'
export const testLore: Call<
  LoreTest,
  { body: { lorebookIds: string[] } & ({ text: string } | { sessionId: string }) }
> = 'POST /api/lorebooks/test'
export const getLorebook: Call<UsedLorebook, ById> = 'GET /api/lorebooks/:id'
export const changeLorebook: Call<Lorebook, ById & { body: Partial<LorebookFields> & OfRevision }> =
  'PUT /api/lorebooks/:id'
export const deleteLorebook: Call<Done, ById> = 'DELETE /api/lorebooks/:id'
export const listEntries: Call<LorebookEntry[], ById & { query: { limit: number } }> = 'GET /api/lorebooks/:id/entries'
export const addEntry: Call<LorebookEntry, ById & { body: Partial<EntryFields> & EntryOrder }> =
  'POST /api/lorebooks/:id/entries'
export const changeEntry: Call<LorebookEntry, OfEntry & { body: Partial<EntryFields> & EntryOrder & OfRevision }> =
  'PUT /api/lorebooks/:id/entries/:entryId'
export const deleteEntry: Call<Done, OfEntry> = 'DELETE /api/lorebooks/:id/entries/:entryId'
