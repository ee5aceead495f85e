import type { ModelTier } from '#modules/chat/api'
import { createContext } from 'react'
import type { ShownCharacter } from '#web/components/shared/shown_character'

/** Actions on messages. The object never changes, so messages don't render again because of it. */
export interface MessageActions {
  retry(key: string): void
  /** Cancels a waiting message and returns its text to the composer. */
  cancel(key: string): void
  /** Requests another alternate, by the chosen model unless a tier is given. `nudge` is the user's wish for the alternate. */
  reroll(tier?: string, nudge?: string): void
  /** Asks the user for a wish, then requests another alternate. */
  askNudge(): void
  continueAnswer(): void
  choose(key: string, index: number): void
  /** Shows the previous or the next alternate of the last answer, if there is one. */
  turn(step: number): void
  /** Copies a message as it is shown, without marks. */
  copy(text: string): void
  /** Copies a message as it was written. */
  copySource(key: string): void
  /** Resolves to true once the text is saved, and to false after a failure. */
  edit(key: string, content: string): Promise<boolean>
  /**
   * Saves the text of a user's message and requests another answer to it: as an alternate of the last answer, or else in a branch. Resolves to
   * true once the answer is requested, and to false after a failure.
   */
  editAndReply(key: string, content: string): Promise<boolean>
  delete(key: string): void
  /** Hides a message from prompts, or shows it to them again. */
  hide(key: string, isHidden: boolean): void
  readAloud(key: string): void
  /** Adds the text to the pinned facts. */
  pin(key: string): void
  /** Opens the dialog that draws the message as a picture. */
  savePicture(key: string): void
  /** Shows which model wrote the selected answer, and its tokens, time and price. */
  showDetails(key: string): void
  /** Shows the prompt of the selected answer. */
  showPrompt(key: string): void
  /** Reports the answer to the moderators. */
  report(key: string): void
  /** Draws a picture of an answer, after its prompt was read. */
  drawMoment(key: string): void
  /** Opens a copy of the chat up to this message. */
  branch(key: string): void
  /** Deletes the messages after this message. */
  rewind(key: string): void
}

export interface ShownBranch {
  address: string
  title: string
}

/** The branches of the chat, by the id of the message that they branch from. */
export const BranchesContext = createContext<ReadonlyMap<string, readonly ShownBranch[]>>(new Map())

/** The characters of a group chat, by their ids. Empty in other chats. */
export const MembersContext = createContext<ReadonlyMap<string, ShownCharacter>>(new Map())

/** The models and the chosen model. It is a context, so that only prices and model names render again. */
export const ModelsContext = createContext<{ models: readonly ModelTier[]; model: ModelTier | undefined }>({
  models: [],
  model: undefined,
})
