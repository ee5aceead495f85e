import type { Character, CharacterSummary } from '../../api.ts'
import type { Viewer } from '../../index.ts'

/** Whether the viewer has adult content switched on. Admins have no exception. */
export const seesAdult = (viewer: Viewer | null): boolean => viewer?.limitlessEnabled ?? false

/** Whether to hide the texts and pictures of an adult character. Owners always see their own. */
export const isGated = (character: { isNsfw: boolean; createdBy: string }, viewer: Viewer | null): boolean =>
  character.isNsfw && !seesAdult(viewer) && character.createdBy !== viewer?.id

/** Whether this viewer may learn that the character exists. Adult characters are hidden from visitors. */
export const canDiscover = (
  character: { isNsfw: boolean; isPublic: boolean; createdBy: string },
  viewer: Viewer | null
): boolean => {
  if (!viewer) return character.isPublic && !character.isNsfw
  return character.isPublic || character.createdBy === viewer.id || viewer.isAdmin
}

const hidden = { description: null, avatar: null, background: null }
const hiddenLong = { backstory: null, personality: null, firstMessage: null, greeting: null, scenario: null }

export const gateSummary = (character: CharacterSummary, viewer: Viewer | null): CharacterSummary =>
  isGated(character, viewer) ? { ...character, ...hidden } : character

export const gateCharacter = (character: Character, viewer: Viewer | null): Character =>
  isGated(character, viewer) ? { ...character, ...hidden, ...hiddenLong } : character
