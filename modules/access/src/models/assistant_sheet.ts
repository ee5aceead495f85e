import type { CharacterSheet } from '#modules/gallery/index'
import { nilUuid } from '#modules/kernel/ids'

/** Returns who answers requests that name a tier and no character. It belongs to the caller, so that all its texts are readable and earn nothing. */
export const assistantSheet = (userId: string): CharacterSheet => ({
  id: nilUuid,
  version: 0,
  name: 'Assistant',
  nickname: '',
  description: '',
  teaser: null,
  personality: '',
  backstory: '',
  scenario: '',
  firstMessage: '',
  greeting: '',
  exampleDialogue: '',
  systemPrompt: 'You are a helpful assistant. Answer plainly, without a role and without actions between asterisks.',
  postHistoryInstructions: '',
  depthNote: null,
  lorebookIds: [],
  tags: [],
  ownerId: userId,
  definitionPublic: true,
  allowForks: true,
})
