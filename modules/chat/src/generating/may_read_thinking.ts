import type { CharacterSheet } from '#modules/gallery/index'

/** Reasoning may quote any part of the prompt, so it is only for users who may read all of the character's texts. */
export const mayReadThinking = (sheet: CharacterSheet, userId: string): boolean =>
  sheet.ownerId === userId || (sheet.lorebookIds.length === 0 && (sheet.allowForks || hasNoHiddenText(sheet)))

const hasNoHiddenText = (sheet: CharacterSheet): boolean =>
  sheet.definitionPublic &&
  sheet.depthNote === null &&
  [sheet.systemPrompt, sheet.exampleDialogue, sheet.postHistoryInstructions].every((text) => text === '')
