/** The gallery, as other modules may use it. */
import type { Character } from './api.ts'

export type { Character }

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

/*
 * SQL face: `gallery_sheet(id, viewer, is_admin, sees_adult)` gives a `CharacterSheet` as `sheet json` and its `Sight` as
 * `sight text`, one row or none; `gallery_count_messages(character_id uuid, added int)` is called in the statement that saves
 * messages. It appends to a side table that a folding tick adds to the counters, so a popular character is no hot row.
 */
