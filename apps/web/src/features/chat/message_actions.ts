import type { ModelTier } from '#modules/chat/api'
import { createContext } from 'react'

/** What can be done with messages. One object for good: a message is not drawn again because of it. */
export interface MessageActions {
  retry(key: string): void
  /** Another answer; by the chosen model unless a tier is named. */
  reroll(tier?: string): void
  /** Goes on with the last answer. */
  continueAnswer(): void
  choose(key: string, index: number): void
  copy(text: string): void
  /** True once it is saved. */
  edit(key: string, content: string): Promise<boolean>
  delete(key: string): void
  /** Nothing is typed: the arrow keys are free for the answers. */
  isComposerEmpty(): boolean
}

/** Who may answer, and who will: only what shows a price or a model's name listens. */
export const ModelsContext = createContext<{ models: readonly ModelTier[]; model: ModelTier | undefined }>({
  models: [],
  model: undefined,
})
