/** What each tier is: change the line, and that tier is something else. */
import type { Tier } from '#modules/chat/index'
import type { ModelProvider } from '#plugins/contract/model'
import { localModel } from '#plugins/model-local/index'
import { openAiCompatible } from '#plugins/model-openai-compatible/index'
import { tiers, type TierId } from './economy.ts'
import env from './env.ts'

const providers: Record<'local' | 'openai-compatible', () => ModelProvider> = {
  local: () => localModel(),
  'openai-compatible': () =>
    openAiCompatible({
      baseUrl: env.get('MODELS_BASE_URL') ?? 'http://localhost:8080/v1',
      apiKey: env.get('MODELS_API_KEY') ?? null,
    }),
}

const provider = providers[env.get('MODELS_PROVIDER') as keyof typeof providers]()

const models: Record<TierId, Omit<Tier, 'id' | 'name' | 'cost' | 'description'>> = {
  basic: {
    provider,
    model: env.get('MODEL_BASIC') ?? 'local',
    contextTokens: 4_096,
    outputTokensMax: 400,
    temperature: 0.8,
    stop: [],
  },
  standard: {
    provider,
    model: env.get('MODEL_STANDARD') ?? 'local',
    contextTokens: 8_192,
    outputTokensMax: 600,
    temperature: 0.8,
    stop: [],
  },
  premium: {
    provider,
    model: env.get('MODEL_PREMIUM') ?? 'local',
    contextTokens: 16_384,
    outputTokensMax: 800,
    temperature: 0.85,
    stop: [],
  },
  ultra: {
    provider,
    model: env.get('MODEL_ULTRA') ?? 'local',
    contextTokens: 32_768,
    outputTokensMax: 1_000,
    temperature: 0.9,
    stop: [],
  },
}

export default { tiers: tiers.map((tier): Tier => ({ ...tier, ...models[tier.id] })) }
