import type { ModelTier } from '#modules/chat/api'
import { createContext } from 'react'

/** Actions on messages. The object never changes, so messages don't render again because of it. */
export interface MessageActions {
  retry(key: string): void
  /** Takes back a message that waits. Its text returns to the composer. */
  cancel(key: string): void
  /** Requests another alternate, by the chosen model unless a tier is given. */
  reroll(tier?: string): void
  continueAnswer(): void
  choose(key: string, index: number): void
  /** Shows the alternate before or after the shown one of the last answer, if there is one. */
  turn(step: number): void
  copy(text: string): void
  /** True once the text is saved. */
  edit(key: string, content: string): Promise<boolean>
  delete(key: string): void
  /** Offers a picture of the message. */
  savePicture(key: string): void
}

/** The models and the chosen one. A context, so that only prices and model names render again. */
export const ModelsContext = createContext<{ models: readonly ModelTier[]; model: ModelTier | undefined }>({
  models: [],
  model: undefined,
})
