import type { CharacterSheet } from '#modules/gallery/index'
import type { PromptInput, PromptMessage } from '../prompt/prompt_input.ts'

type Named = Pick<CharacterSheet, 'name' | 'nickname' | 'description'>

/** Returns the value of {{char}} in the messages of a character. */
export const charNameOf = ({ name, nickname }: Pick<Named, 'name' | 'nickname'>): string => nickname || name

/** Returns the other characters of a group chat, for a prompt. */
export const othersOf = (sheets: readonly Named[]): NonNullable<PromptInput['others']> =>
  sheets.map((sheet) => ({ name: charNameOf(sheet), description: sheet.description }))

/** Returns the history as a character of the group sees it: its own messages have no speaker. */
export const historyFor = <Message extends PromptMessage>(speakerId: string, history: readonly Message[]): Message[] =>
  history.map((message) => (message.characterId === speakerId ? { ...message, speaker: null } : message))
