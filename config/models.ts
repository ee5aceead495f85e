/** The models of each tier. */
import type { Tier } from '#modules/chat/index'
import type { Reasoning, Sampling } from '#plugins/contract/model'
import { contextTokensMax } from '#plugins/model-llama/index'
import { CircuitBreakers } from '#plugins/contract/circuit_breakers'
import { ThinkingRooms } from '#plugins/contract/thinking_rooms'
import { fallbackChain, type ChainLink, type FallbackChain } from '#plugins/contract/fallback_chain'
import { readableModelName } from '#plugins/contract/readable_model_name'
import { tiers, type TierId, type TierPrice } from './economy.ts'
import env from './env.ts'
import rubies from './rubies.ts'
import { chosenModel, fallbacks, refuseInvalidModels, sees, summaryLink } from './model_providers.ts'
import { timers } from './timers.ts'

interface TierSettings {
  /**
   * Tried in order until one produces text. The default is the model set by the environment, then `MODELS_FALLBACK`. A custom list looks
   * like `[use('anthropic', 'claude-…'), use('ollama', 'llama3.2')]`. The `openai-compatible` provider learns unsupported parameters from
   * the server's errors. To set them: `use('openai-compatible', 'o4-mini', { limit: 'max_completion_tokens', temperature: false })`.
   */
  links: ChainLink[]
  /** The context window, shared by prompt and reply. Every link must support it. */
  contextTokens: number
  outputTokensMax: number
  /** Users may override these. Providers ignore parameters that they don't support, and use their maximum for a larger value. */
  sampling: Sampling
  /**
   * Controls how much a model reasons, and isn't needed otherwise: `{ effort: 'low' }`, or `{ tokensMax: 2_000 }` on top of `contextTokens` and `outputTokensMax`. Other models,
   * including fallbacks, may reject requests with it.
   */
  reasoning?: Reasoning
  /** The model sees the pictures that users show in chats. A link whose provider sends no pictures answers without them. */
  vision: boolean
  /** The stop sequences. */
  stop: string[]
}

const settings: Record<TierId, TierSettings> = {
  basic: {
    links: [chosenModel('basic'), ...fallbacks],
    contextTokens: 4_096,
    outputTokensMax: 400,
    sampling: { temperature: 0.8 },
    vision: sees('basic'),
    stop: [],
  },
  standard: {
    links: [chosenModel('standard'), ...fallbacks],
    contextTokens: 8_192,
    outputTokensMax: 600,
    sampling: { temperature: 0.8 },
    vision: sees('standard'),
    stop: [],
  },
  premium: {
    links: [chosenModel('premium'), ...fallbacks],
    contextTokens: 16_384,
    outputTokensMax: 800,
    sampling: { temperature: 0.85 },
    vision: sees('premium'),
    stop: [],
  },
  ultra: {
    links: [chosenModel('ultra'), ...fallbacks],
    contextTokens: 32_768,
    outputTokensMax: 1_000,
    sampling: { temperature: 0.9 },
    vision: sees('ultra'),
    stop: [],
  },
}

/** The model that writes summaries of long chats. If null, the cheapest tier's model writes them, because the operator pays. */
const summary = summaryLink()

refuseInvalidModels()

export interface ModelTier extends Tier {
  provider: FallbackChain
}

const namesFromEnvironment: Record<TierId, string | undefined> = {
  basic: env.get('MODEL_BASIC_NAME'),
  standard: env.get('MODEL_STANDARD_NAME'),
  premium: env.get('MODEL_PREMIUM_NAME'),
  ultra: env.get('MODEL_ULTRA_NAME'),
}

/** Returns the name of a tier for users: the one set by the environment, else the model's. The demo keeps the names of `economy.ts`. */
const nameOf = ({ id, name }: TierPrice): string => {
  const given = namesFromEnvironment[id]
  const [link] = settings[id].links
  if (given || link!.name === 'local') return given || name
  const readable = readableModelName(link!.model)
  const isShared = tiers.some((other) => other.id !== id && settings[other.id].links[0]!.model === link!.model)
  return isShared ? `${readable} (${id})` : readable
}

const chainOptions = {
  firstTextTimeoutMs: env.get('REPLY_FIRST_TEXT_TIMEOUT_MS'),
  thinking: new ThinkingRooms(env.get('MODELS_THINKING_TOKENS_MAX')),
  breakers: new CircuitBreakers(timers),
}

/** Makes the chain of a tier. */
export const chainOf = (links: readonly ChainLink[]): FallbackChain =>
  fallbackChain({ links, ...chainOptions }, { timers })

const modelTiers = tiers.map((tier): ModelTier => {
  const { links, ...limits } = settings[tier.id]
  const { name, model } = links[0]!
  const isDemo = name === 'local'
  const usesLlama = links.some((link) => link.name === 'llama')
  return {
    ...tier,
    ...limits,
    cost: rubies.isOn ? tier.cost : 0,
    name: nameOf(tier),
    description: isDemo ? 'Demo: the same built-in writer answers for all four models.' : tier.description,
    contextTokens: usesLlama ? Math.min(limits.contextTokens, contextTokensMax) : limits.contextTokens,
    isDemo,
    provider: chainOf(links),
    model,
  }
})

const models = {
  tiers: modelTiers,
  suggestions: env.get('SUGGESTIONS'),
  summary:
    summary === 'off'
      ? null
      : summary === null
        ? modelTiers[0]!
        : {
            provider: chainOf([summary, ...fallbacks]),
            model: summary.model,
            contextTokens: summary.name === 'llama' ? contextTokensMax : 8_192,
            outputTokensMax: 700,
            vision: sees('summary'),
          },
}

export type ModelsConfig = typeof models

export default models
