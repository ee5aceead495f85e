/** Wire types, paths, limits and rules of lorebooks. Shared with the browser. */
import { pathSegment } from '#modules/kernel/path_segment'
import type { EntryFields, LorebookFields } from './src/domain/entry.ts'
import type { LeaveReason, UseReason } from './src/engine/types.ts'

export * from './src/domain/entry.ts'
export { limits } from './src/domain/limits.ts'
export { checkBook, checkEntry } from './src/domain/rules.ts'
export type { Place, UsedEntry } from './src/engine/types.ts'

export interface Lorebook extends LorebookFields {
  id: string
  entryCount: number
  /** Changes with each edit of the book's own fields. Edits send the one that they are based on. */
  revision: number
  /** The format of the file that the book came from, or null. */
  importedFrom: string | null
  createdAt: string
  updatedAt: string
}

/** In lists and by itself. */
export interface UsedLorebook extends Lorebook {
  /** The owner's characters that have it: the first few by name, and how many there are. */
  usedBy: { characters: { id: string; name: string }[]; count: number }
}

export interface LorebookEntry extends EntryFields {
  id: string
  revision: number
  updatedAt: string
}

/** With the fields of an entry: the entry after which it stands. Null: it is the first one. Without it: a new entry is the last one. */
export interface EntryPlace {
  after?: string | null
}

interface TestedEntry {
  lorebookId: string
  entryId: string
  /** A sentence for users. */
  because: string
}

/** What the entries of lorebooks do with a text. */
export interface LoreTest {
  /** In the order of the prompt. */
  used: (TestedEntry & { reason: UseReason['kind']; tokens: number })[]
  /** In the order of the books. */
  left: (TestedEntry & { reason: LeaveReason['kind'] })[]
  tokens: number
}

export const paths = {
  lorebooks: '/api/lorebooks',
  lorebook: (id: string) => `/api/lorebooks/${pathSegment(id)}`,
  entries: (id: string) => `/api/lorebooks/${pathSegment(id)}/entries`,
  entry: (id: string, entryId: string) => `/api/lorebooks/${pathSegment(id)}/entries/${pathSegment(entryId)}`,
  test: '/api/lorebooks/test',
} as const
