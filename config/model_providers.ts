/** The model providers there are, which of them is chosen, and what follows where it fails. */
import type { ChainLink } from '#plugins/contract/fallback_chain'
import type { ModelProvider } from '#plugins/contract/model'
import { anthropic } from '#plugins/model-anthropic/index'
import { localModel } from '#plugins/model-local/index'
import { ollama } from '#plugins/model-ollama/index'
import { openAiCompatible, type ModelParameters } from '#plugins/model-openai-compatible/index'
import { tiers, type TierId } from './economy.ts'
import env, { refuse } from './env.ts'

const chosen = env.get('MODELS_PROVIDER') || 'local'
/** `MODELS_BASE_URL` and `MODELS_API_KEY` are the chosen provider's, whichever it is. */
const own = (name: string) =>
  chosen === name ? { baseUrl: env.get('MODELS_BASE_URL'), apiKey: env.get('MODELS_API_KEY') } : {}
const anthropicKey = env.get('ANTHROPIC_API_KEY') || own('anthropic').apiKey

/** What only some models take. `openai-compatible` learns it from the server's refusals and needs this only where they are unclear. */
type LinkOptions = Partial<ModelParameters>

/** The providers there are. A further one is a line here; it is made when the first tier names it. */
const providers: Record<string, (options: LinkOptions) => ModelProvider> = {
  local: () => localModel(),
  'openai-compatible': (parameters) =>
    openAiCompatible({
      baseUrl: env.get('MODELS_BASE_URL') ?? 'http://localhost:8080/v1',
      apiKey: env.get('MODELS_API_KEY') ?? null,
      parameters,
    }),
  anthropic: () => anthropic({ baseUrl: own('anthropic').baseUrl, apiKey: anthropicKey ?? '' }),
  ollama: () => ollama({ baseUrl: env.get('OLLAMA_BASE_URL') ?? own('ollama').baseUrl, apiKey: own('ollama').apiKey }),
}

const made = new Map<string, ModelProvider>()
const missing = new Set<string>()

/** A model of one of the providers above. */
export const use = (name: string, model: string, options: LinkOptions = {}): ChainLink => {
  const make = Object.hasOwn(providers, name) ? providers[name] : undefined
  if (!make) missing.add(`There is no model provider '${name}': it is one of ${Object.keys(providers).join(', ')}`)
  if (make && !model && name !== 'local')
    missing.add(
      `The model provider ${name} needs the name of a model: set MODEL_STANDARD, or '${name}:MODEL' in MODELS_FALLBACK`
    )
  if (name === 'anthropic' && !anthropicKey) missing.add('The model provider anthropic needs ANTHROPIC_API_KEY')
  const key = `${name} ${JSON.stringify(options)}`
  const provider = made.get(key) ?? (make ?? providers['local']!)(options)
  made.set(key, provider)
  return { name, model: model || 'local', provider }
}

/** The chosen provider's model of a tier; where it is not named, that of the nearest tier below, else above. */
export const chosenModel = (tier: TierId): ChainLink => {
  const named = (['MODEL_BASIC', 'MODEL_STANDARD', 'MODEL_PREMIUM', 'MODEL_ULTRA'] as const).map((name) =>
    env.get(name)
  )
  const at = tiers.findIndex(({ id }) => id === tier)
  const nearest = named.slice(0, at + 1).findLast(Boolean) ?? named.slice(at + 1).find(Boolean)
  // One that serves a single model under any name needs none.
  return use(chosen, nearest ?? (chosen === 'openai-compatible' ? 'local' : ''))
}

/** `MODELS_FALLBACK=ollama:llama3.2, local`: asked in this order by every tier whose own model fails before its first text. */
export const fallbacks = (env.get('MODELS_FALLBACK') ?? '')
  .split(',')
  .map((part) => part.trim())
  .filter(Boolean)
  .map((part) => /^([^:]*):?(.*)$/.exec(part)!)
  .map(([, name, model]) => use(name!.trim(), model!.trim()))

/** For the end of whoever uses them: what was asked for and can not be had stops the start. */
export const refuseMissing = () => refuse([...missing])
