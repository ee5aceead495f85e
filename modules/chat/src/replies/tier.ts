import type { ModelProvider } from '#plugins/contract/model'

/** What a user chooses when choosing a model. */
export interface Tier {
  id: string
  name: string
  /** Rubies per reply. */
  cost: number
  description: string
  provider: ModelProvider
  /** The upstream's name for the model. */
  model: string
  contextTokens: number
  outputTokensMax: number
  temperature: number
  stop: string[]
}
