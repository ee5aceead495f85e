import type { FallbackChain } from '#plugins/contract/fallback_chain'
import type { ModelProvider, Reasoning, Sampling } from '#plugins/contract/model'

/** A model that users can choose, with its price and settings. */
export interface Tier {
  id: string
  name: string
  /** Rubies per reply. */
  cost: number
  description: string
  /** The built-in writer answers, not an AI model. Its replies cost the same. */
  isDemo: boolean
  /** The model sees the pictures that users show. */
  vision?: boolean
  provider: ModelProvider & Partial<Pick<FallbackChain, 'isTroubled'>>
  /** The provider's name for the model. */
  model: string
  contextTokens: number
  outputTokensMax: number
  sampling: Sampling
  reasoning?: Reasoning
  stop: string[]
}

/** Returns how many characters of history to read for a prompt. A token is about four characters. The prompt is cut to fit later. */
export const historyCharactersOf = ({ contextTokens }: Pick<Tier, 'contextTokens'>) => contextTokens * 4
