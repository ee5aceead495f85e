import type { CharacterSheet } from '#modules/gallery/index'
import { withoutCutMacro } from '#modules/kernel/macros'
import { isBlank } from '#modules/kernel/text'
import { hiddenTextsOf, readableBy } from './hidden_texts.ts'
import { promptDescription } from './prompt_description.ts'
import type { OtherCharacter, PromptMessage } from './prompt_input.ts'

/** The maximum length that is read of another character's definition, in UTF-16 units. A prompt contains less. */
const readMax = 2_000

/** Returns the value of {{char}} in the messages of a character. */
export const charNameOf = ({ name, nickname }: Pick<CharacterSheet, 'name' | 'nickname'>): string => nickname || name

/**
 * Returns the other characters of a group chat of a user, for a prompt. They are described by the beginning of their personality, which
 * others can see. Their backstories are their own.
 */
export const othersOf = (userId: string, sheets: readonly CharacterSheet[]): OtherCharacter[] =>
  sheets.map((sheet) => {
    const { personality } = sheet
    // The public teaser, unless it came from the creator's notes.
    const teaser = promptDescription(sheet) || (sheet.teaser === 'notes' ? '' : sheet.description)
    const name = charNameOf(sheet)
    if (isBlank(personality)) return { name, description: teaser }
    const description = personality.length > readMax ? withoutCutMacro(personality.slice(0, readMax)) : personality
    return { name, description, isHidden: hiddenTextsOf(readableBy(userId, sheet)).has('personality') }
  })

/** Returns the history as a character of the group sees it: its own messages have no speaker. */
export const historyFor = <Message extends PromptMessage>(speakerId: string, history: readonly Message[]): Message[] =>
  history.map((message) => (message.characterId === speakerId ? { ...message, speaker: null } : message))
