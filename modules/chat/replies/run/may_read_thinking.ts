import type { CharacterSheet } from '#modules/gallery/index'
import type { OtherCharacter } from '../../prompts/index.ts'

/** Reasoning may quote any part of the prompt, so it is only for users who may read all texts of characters in it. */
export const mayReadThinking = (
  sheet: CharacterSheet,
  userId: string,
  others: readonly OtherCharacter[] = []
): boolean =>
  !others.some(({ isHidden }) => isHidden) &&
  (sheet.ownerId === userId || (sheet.lorebookIds.length === 0 && (sheet.allowForks || hasNoHiddenText(sheet))))

const hasNoHiddenText = (sheet: CharacterSheet): boolean =>
  sheet.definitionPublic &&
  sheet.depthNote === null &&
  [sheet.systemPrompt, sheet.exampleDialogue, sheet.postHistoryInstructions].every((text) => text === '')
