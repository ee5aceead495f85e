/** The calls of lorebooks. */

import type { ById, Call, Done, Page } from '#modules/kernel/calls'
import type { EntryFields, EntryOrder, LoreTest, Lorebook, LorebookEntry, LorebookFields, UsedLorebook } from './api.ts'

interface OfEntry {
  params: { id: string; entryId: string }
}
/** A change fails with 409 if its revision is older. */
interface OfRevision {
  revision: number
}

/** The caller's lorebooks, newest first. `limit` 1 to 500, 100 unless given. See [Lorebooks](#lorebooks). */
export const listLorebooks: Call<UsedLorebook[], { query?: Page }> = 'GET /api/lorebooks'
/**
 * Creates a lorebook. At most 500. 422 `limit_reached`. 120 an hour.
 * @answers 201
 */
export const createLorebook: Call<Lorebook, { body: { name: string } }> = 'POST /api/lorebooks'
/** Tells which entries a text or a chat would use. Changes nothing. 1 to 20 books. 60 a minute. See [Lorebooks](#lorebooks). */
export const testLore: Call<
  LoreTest,
  { body: { lorebookIds: string[] } & ({ text: string } | { sessionId: string }) }
> = 'POST /api/lorebooks/test'
/** A lorebook without its entries. 404 for those of others. */
export const getLorebook: Call<UsedLorebook, ById> = 'GET /api/lorebooks/:id'
/** Changes the given fields of a lorebook. 409 `stale` if the revision isn't the current one. */
export const changeLorebook: Call<Lorebook, ById & { body: Partial<LorebookFields> & OfRevision }> =
  'PUT /api/lorebooks/:id'
/** Deletes a lorebook with its entries. Characters lose it. */
export const deleteLorebook: Call<Done, ById> = 'DELETE /api/lorebooks/:id'
/** The entries of a lorebook in order. `limit` 1 to 500, 100 unless given. A page ends after 2 MiB. */
export const listEntries: Call<LorebookEntry[], ById & { query?: Page }> = 'GET /api/lorebooks/:id/entries'
/**
 * Adds an entry to a lorebook. At most 10,000 a book and 20 MiB. 422 `limit_reached`. 1,500 writes in ten minutes. See
 * [Lorebooks](#lorebooks).
 * @answers 201
 */
export const addEntry: Call<LorebookEntry, ById & { body: Partial<EntryFields> & EntryOrder }> =
  'POST /api/lorebooks/:id/entries'
/** Changes the given fields of an entry. 409 `stale`. `after` moves it. */
export const changeEntry: Call<LorebookEntry, OfEntry & { body: Partial<EntryFields> & EntryOrder & OfRevision }> =
  'PUT /api/lorebooks/:id/entries/:entryId'
/** Deletes an entry. */
export const deleteEntry: Call<Done, OfEntry> = 'DELETE /api/lorebooks/:id/entries/:entryId'
