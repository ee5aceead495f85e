import type { Character, CharacterDetails, CharacterSummary } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import type { Secrecy } from './version_fields.ts'

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

const hidden = { description: null, avatar: null, avatarFocus: null, background: null }
const hiddenLong = { backstory: null, personality: null, firstMessage: null, greeting: null, scenario: null }

export const gateSummary = (character: CharacterSummary, viewer: Viewer | null): CharacterSummary =>
  isGated(character, viewer) ? { ...character, ...hidden, openingLine: null } : character

export const gateCharacter = (character: Character, viewer: Viewer | null): Character =>
  isGated(character, viewer) ? { ...character, ...hidden, ...hiddenLong } : character

/** The settings of a character that decide who may read its texts. */
export interface ReadRules {
  createdBy: string
  allowForks: boolean
  definitionPublic: boolean
}

/** Whether the viewer may read texts of this group. Assumes that the character is neither hidden nor gated. */
export const canRead = (group: Secrecy, { createdBy, ...settings }: ReadRules, viewer: Viewer | null): boolean => {
  if (group === 'open' || viewer?.isAdmin || createdBy === viewer?.id) return true
  return group === 'definition' ? settings.definitionPublic : settings.allowForks
}

const hiddenDefinition = { backstory: null, personality: null, scenario: null }

/** Removes the definition if the viewer may not read it. */
export const hideDefinition = (character: Character, rules: ReadRules, viewer: Viewer | null): Character =>
  canRead('definition', rules, viewer) ? character : { ...character, ...hiddenDefinition }

export type Parts = Omit<
  CharacterDetails,
  keyof Character | 'allowForks' | 'definitionPublic' | 'descriptionIsTeaser' | 'forkedFrom' | 'credits' | 'creator'
>

const hiddenInstructions = {
  exampleDialogue: null,
  systemPrompt: null,
  postHistoryInstructions: null,
  depthNote: null,
  lorebookIds: [],
} satisfies Partial<Parts>

/** The parts of a gated character, and of every character for visitors. */
export const withoutParts: Parts = {
  ...hiddenInstructions,
  nickname: null,
  alternateGreetings: [],
  groupGreetings: [],
  creatorNotes: null,
  creatorName: null,
  version: null,
  source: [],
  assets: [],
}

/** Removes the parts that the viewer may not read. */
export const gateParts = (parts: Parts, character: ReadRules & { isNsfw: boolean }, viewer: Viewer | null): Parts => {
  if (isGated(character, viewer)) return withoutParts
  return canRead('instructions', character, viewer) ? parts : { ...parts, ...hiddenInstructions }
}
