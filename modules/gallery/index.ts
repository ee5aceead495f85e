/** The gallery, as other modules may use it. */
import type { Character, ImportRefusal } from './api.ts'
import type { ReadEntry } from './src/import/read_entries.ts'

export type { Character, ImportRefusal }
export { MalformedImport, readEntries, type ReadEntry } from './src/import/read_entries.ts'

/** Whose eyes: what may be seen depends on it. */
export interface Viewer {
  id: string
  isAdmin: boolean
  limitlessEnabled: boolean
}

/** How a character looks to one viewer. */
export type CharacterView = { kind: Exclude<Sight, 'hidden'>; character: Character }

/** A character whole: for prompts, and for the texts of what was said. */
export interface CharacterSheet {
  id: string
  name: string
  description: string
  personality: string
  backstory: string
  scenario: string
  firstMessage: string
  greeting: string
}

/** What a signed-in viewer may see of a character. `adult_gate`: that it exists, but adult content is off for this viewer. */
export type Sight = 'visible' | 'adult_gate' | 'hidden'

export abstract class Gallery {
  /** Null when it is not there, deleted, or private to someone else; for a signed-out visitor also when it is adult. */
  abstract find(id: string, viewer: Viewer | null): Promise<CharacterView | null>
  /** Several at once, for lists; those the viewer may not know of are missing from the map. */
  abstract findMany(ids: readonly string[], viewer: Viewer): Promise<Map<string, CharacterView>>
  /** Fills a gallery that never had a character with the built-in eight. Returns how many it inserted. */
  abstract seedBuiltIn(): Promise<number>
}

export interface ImportOptions {
  ownerId: string
  /** Whom these have is a double too. */
  besides?: readonly string[]
  dryRun?: boolean
  onRefused?: (refusal: ImportRefusal) => void
  /** Now and then, and at the end. */
  onProgress?: (sofar: ImportOutcome) => void
}

/** `doubles` were there already; `total` is the sum of the others. */
export interface ImportOutcome {
  imported: number
  doubles: number
  refused: number
  total: number
}

/** Many characters at once, in the memory of a few. */
export abstract class CharacterImports {
  /** Each entry stands or falls by itself. Safe to repeat. What the entries throw ends it; the batches before stay. */
  abstract run(entries: AsyncIterable<ReadEntry>, options: ImportOptions): Promise<ImportOutcome>
}

/** Characters for trying a large gallery, owned by the built-in account. */
export abstract class DemoCharacters {
  abstract seed(count: number, onProgress?: (made: number) => void): Promise<void>
}

/*
 * SQL face: `gallery_sheet(id, viewer, is_admin, sees_adult)` gives a `CharacterSheet` as `sheet json` and its `Sight` as
 * `sight text`, one row or none; `gallery_count_messages(character_id uuid, added int)` is called in the statement that saves
 * messages. It appends to a side table that a folding tick adds to the counters, so a popular character is no hot row.
 */
