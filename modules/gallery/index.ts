/** The gallery, as other modules may use it. */
import type { Character } from './api.ts'

export type { Character }

/** Whose eyes: what may be seen depends on it. */
export interface Viewer {
  id: string
  isAdmin: boolean
  limitlessEnabled: boolean
}

/** How a character looks to one viewer. `adult_gate`: it exists, but adult content is off for this viewer. */
export type CharacterView = { kind: 'visible' | 'adult_gate'; character: Character }

/** A character whole, whatever the viewer: for prompts, and for the texts of what was said. */
export interface CharacterSheet {
  id: string
  name: string
  description: string
  personality: string
  backstory: string
  scenario: string
  firstMessage: string
  greeting: string
  isNsfw: boolean
  isPublic: boolean
  createdBy: string
}

export abstract class Gallery {
  /** Null when it is not there, deleted, or private to someone else; for a signed-out visitor also when it is adult. */
  abstract find(id: string, viewer: Viewer | null): Promise<CharacterView | null>
  /** Several at once, for lists; those the viewer may not know of are missing from the map. */
  abstract findMany(ids: readonly string[], viewer: Viewer): Promise<Map<string, CharacterView>>
  /** Null when it is deleted or was never there. */
  abstract sheet(id: string): Promise<CharacterSheet | null>
  /** Fills a gallery that never had a character with the built-in eight. Returns how many it inserted. */
  abstract seedBuiltIn(): Promise<number>
}

/*
 * SQL face: `gallery_sheet(id)` gives a `CharacterSheet` as `sheet json`, one row or none;
 * `gallery_count_messages(character_id uuid, added int)`, called in the statement that saves messages.
 * It appends to a side table that a folding tick adds to the counters, so a popular character is no hot row.
 */

/** Whether a viewer may know of a character, and may see it whole. Private ones exist for their owner and admins only. */
export const visibilityOf = (
  character: Pick<CharacterSheet, 'isNsfw' | 'isPublic' | 'createdBy'>,
  viewer: Viewer | null
): 'visible' | 'adult_gate' | 'hidden' => {
  if (!character.isPublic && viewer?.id !== character.createdBy && !viewer?.isAdmin) return 'hidden'
  if (!character.isNsfw || viewer?.limitlessEnabled) return 'visible'
  return viewer ? 'adult_gate' : 'hidden'
}
