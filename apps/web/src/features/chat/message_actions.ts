import type { ModelTier } from '#modules/chat/api'
import { createContext } from 'react'

/** Actions on messages. The object never changes, so messages don't render again because of it. */
export interface MessageActions {
  retry(key: string): void
  /** Requests another alternate, by the chosen model unless a tier is given. */
  reroll(tier?: string): void
  continueAnswer(): void
  choose(key: string, index: number): void
  copy(text: string): void
  /** True once the text is saved. */
  edit(key: string, content: string): Promise<boolean>
  delete(key: string): void
  /** While the composer is empty, the arrow keys switch between alternates. */
  isComposerEmpty(): boolean
}

/** The models and the chosen one. A context, so that only prices and model names render again. */
export const ModelsContext = createContext<{ models: readonly ModelTier[]; model: ModelTier | undefined }>({
  models: [],
  model: undefined,
})
