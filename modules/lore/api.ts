/** Wire types, limits and rules of lorebooks. Shared with the browser. */
import type { EntryFields, LorebookFields } from './src/domain/entry.ts'
import type { LeaveReason, UseReason } from './src/engine/types.ts'

export * from './src/domain/entry.ts'
export { limits } from './src/domain/limits.ts'
export { checkBook, checkEntry } from './src/domain/rules.ts'
export type { DroppedPrompt, PromptPosition as Place, UsedEntry } from './src/engine/types.ts'

export interface Lorebook extends LorebookFields {
  id: string
  entryCount: number
  /** Changes with each edit of the book's own fields. An edit sends the revision that it is based on. */
  revision: number
  /** The format of the file that the book came from, or null. */
  importedFrom: string | null
  createdAt: string
  updatedAt: string
}

/** A lorebook as read from the API, in a list or by id. */
export interface UsedLorebook extends Lorebook {
  /** The owner's characters that have the book. `characters` contains the first few by name, `count` is the number of all. */
  usedBy: { characters: { id: string; name: string }[]; count: number }
}

export interface LorebookEntry extends EntryFields {
  id: string
  revision: number
  updatedAt: string
}

/**
 * The place of an entry, sent with its fields. `after` is the id of the preceding entry, or null for the first place. Without `after`, a
 * new entry becomes the last one, and an edited entry keeps its place.
 */
export interface EntryOrder {
  after?: string | null
}

interface TestedEntry {
  lorebookId: string
  entryId: string
  /** The reason, as a sentence for users. */
  because: string
}

/** The result of a test of lorebooks with a text: the used entries and the others. */
export interface LoreTest {
  /** The used entries, in the order of the prompt. */
  used: (TestedEntry & { reason: UseReason['kind']; tokens: number })[]
  /** The other entries, in the order of the books. */
  left: (TestedEntry & { reason: LeaveReason['kind'] })[]
  tokens: number
}
