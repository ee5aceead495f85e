import type { RegexScript } from '#modules/gallery/api'
import type { CharacterDetails } from '#modules/gallery/index'
import type { CharacterDraft } from '../../formats/index.ts'

/** The fields of a card, except for its lorebook and its assets. */
export type PresentCharacter = Omit<CharacterDraft, 'book' | 'assets'>

/** Returns the fields of a card from a character's details, as its owner sees them. */
export const presentCharacter = (character: CharacterDetails, regexScripts: RegexScript[]): PresentCharacter => ({
  name: character.name,
  nickname: character.nickname ?? '',
  description: character.description ?? '',
  descriptionIsTeaser: character.descriptionIsTeaser ?? false,
  backstory: character.backstory ?? '',
  personality: character.personality ?? '',
  scenario: character.scenario ?? '',
  firstMessage: character.firstMessage || character.greeting || '',
  alternateGreetings: character.alternateGreetings,
  groupGreetings: character.groupGreetings,
  exampleDialogue: character.exampleDialogue ?? '',
  systemPrompt: character.systemPrompt ?? '',
  postHistoryInstructions: character.postHistoryInstructions ?? '',
  depthNote: character.depthNote,
  creatorNotes: character.creatorNotes,
  creatorName: character.creatorName ?? '',
  version: character.version ?? '',
  source: character.source,
  category: character.category,
  tags: character.tags,
  isNsfw: character.isNsfw,
  regexScripts,
})
