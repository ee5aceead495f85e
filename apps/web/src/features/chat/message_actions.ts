import type { ModelTier } from '#modules/chat/api'
import { createContext } from 'react'
import type { ShownCharacter } from './shown_character.ts'

/** Actions on messages. The object never changes, so messages don't render again because of it. */
export interface MessageActions {
  retry(key: string): void
  /** Takes back a message that waits. Its text returns to the composer. */
  cancel(key: string): void
  /** Requests another alternate, by the chosen model unless a tier is given. `nudge`: a wish for it. */
  reroll(tier?: string, nudge?: string): void
  /** Asks for a wish, and then for another alternate. */
  askNudge(): void
  continueAnswer(): void
  choose(key: string, index: number): void
  /** Shows the alternate before or after the shown one of the last answer, if there is one. */
  turn(step: number): void
  copy(text: string): void
  /** True once the text is saved. */
  edit(key: string, content: string): Promise<boolean>
  delete(key: string): void
  /** Adds the text to the pinned facts. */
  pin(key: string): void
  /** Offers a picture of the message. */
  savePicture(key: string): void
  /** Shows what the selected answer was told. */
  showPrompt(key: string): void
  /** Opens a copy of the chat up to this message. */
  branch(key: string): void
  /** Deletes the messages after this one. */
  rewind(key: string): void
}

export interface ShownBranch {
  address: string
  title: string
}

/** The branches of the chat, by the ids of the messages where they leave. */
export const BranchesContext = createContext<ReadonlyMap<string, readonly ShownBranch[]>>(new Map())

/** The characters of a group chat, by their ids. Empty in other chats. */
export const MembersContext = createContext<ReadonlyMap<string, ShownCharacter>>(new Map())

/** The models and the chosen one. A context, so that only prices and model names render again. */
export const ModelsContext = createContext<{ models: readonly ModelTier[]; model: ModelTier | undefined }>({
  models: [],
  model: undefined,
})
