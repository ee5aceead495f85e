/** The available model providers, the chosen one, and its fallbacks. */
import { readVoices } from '#modules/gallery/index'
import type { ChainLink } from '#plugins/contract/fallback_chain'
import type { ModelProvider } from '#plugins/contract/model'
import { anthropic } from '#plugins/model-anthropic/index'
import { llamaModel } from '#plugins/model-llama/index'
import { localModel } from '#plugins/model-local/index'
import { ollama } from '#plugins/model-ollama/index'
import { openAiCompatible, type ModelParameters } from '#plugins/model-openai-compatible/index'
import { textCompletion } from '#plugins/model-text-completion/index'
import { tiers, type TierId } from './economy.ts'
import env, { refuse } from './env.ts'
import llama from './llama.ts'

const chosen = env.get('MODELS_PROVIDER') || (llama.installed ? 'llama' : 'local')
/** `MODELS_BASE_URL` and `MODELS_API_KEY` belong to the chosen provider. */
const credentialsOf = (name: string) =>
  chosen === name ? { baseUrl: env.get('MODELS_BASE_URL'), apiKey: env.get('MODELS_API_KEY') } : {}
const anthropicKey = env.get('ANTHROPIC_API_KEY') || credentialsOf('anthropic').apiKey

/** A server that the operator runs or rents, with OpenAI's chat API or its older text completion API. */
const ownServer = {
  baseUrl: env.get('MODELS_BASE_URL') ?? 'http://localhost:8080/v1',
  apiKey: env.get('MODELS_API_KEY') ?? null,
}

/** Parameters that only some models support. `openai-compatible` learns them from the server's errors, unless those are unclear. */
type LinkOptions = Partial<ModelParameters>

/** Add a provider with one entry here. It is created when the first tier uses it. */
const providers: Record<string, (options: LinkOptions) => ModelProvider> = {
  local: () => localModel({ voices: readVoices }),
  'openai-compatible': (parameters) => openAiCompatible({ ...ownServer, parameters }),
  anthropic: () => anthropic({ baseUrl: credentialsOf('anthropic').baseUrl, apiKey: anthropicKey ?? '' }),
  ollama: () =>
    ollama({
      baseUrl: env.get('OLLAMA_BASE_URL') ?? credentialsOf('ollama').baseUrl,
      apiKey: credentialsOf('ollama').apiKey,
    }),
  'text-completion': () => textCompletion({ ...ownServer, template: env.get('MODELS_TEMPLATE') }),
  llama: () => llamaModel({ folder: llama.folder }),
}

const instances = new Map<string, ModelProvider>()
const problems = new Set<string>()

/** Returns a link to one model of a provider above. Records the problems that `refuseInvalidModels` reports. */
export const use = (name: string, model: string, options: LinkOptions = {}): ChainLink => {
  const create = Object.hasOwn(providers, name) ? providers[name] : undefined
  if (!create) problems.add(`There is no model provider '${name}': it is one of ${Object.keys(providers).join(', ')}`)
  // Most machines only have memory for one model at a time, so llama always uses the installed one.
  if (name === 'llama') model = llama.installed ?? ''
  if (name === 'llama' && !model)
    problems.add("The model provider llama has no model yet: get one with 'npm run cli -- get-model'")
  else if (create && !model && name !== 'local')
    problems.add(
      `The model provider ${name} needs the name of a model: set MODEL_STANDARD, or '${name}:MODEL' in MODELS_FALLBACK`
    )
  if (name === 'anthropic' && !anthropicKey) problems.add('The model provider anthropic needs ANTHROPIC_API_KEY')
  const key = `${name} ${JSON.stringify(options)}`
  const provider = instances.get(key) ?? (create ?? providers['local']!)(options)
  instances.set(key, provider)
  return { name, model: model || 'local', provider }
}

/** Returns the chosen provider's model for a tier. Falls back to the nearest tier below that names a model, then above. */
export const chosenModel = (tier: TierId): ChainLink => {
  const named = (['MODEL_BASIC', 'MODEL_STANDARD', 'MODEL_PREMIUM', 'MODEL_ULTRA'] as const).map((name) =>
    env.get(name)
  )
  const at = tiers.findIndex(({ id }) => id === tier)
  const nearest = named.slice(0, at + 1).findLast(Boolean) ?? named.slice(at + 1).find(Boolean)
  // Many of these servers serve a single model under any name.
  return use(chosen, nearest ?? (chosen === 'openai-compatible' || chosen === 'text-completion' ? 'local' : ''))
}

/** Returns the model of the chosen provider that `MODEL_SUMMARY` names, or null if the model of the cheapest tier writes summaries. */
export const summaryLink = (): ChainLink | 'off' | null => {
  const named = env.get('MODEL_SUMMARY')
  return named === 'off' ? 'off' : named ? use(chosen, named) : null
}

/** Models to try, in this order, when a tier's own model fails before its first text. Example: `MODELS_FALLBACK=ollama:llama3.2, local`. */
export const fallbacks = (env.get('MODELS_FALLBACK') ?? '')
  .split(',')
  .map((part) => part.trim())
  .filter(Boolean)
  .map((part) => /^([^:]*):?(.*)$/.exec(part)!)
  .map(([, name, model]) => use(name!.trim(), model!.trim()))

/** The tiers whose model sees the pictures that users show, and `summary`, from `MODELS_VISION`. */
const seeing = (env.get('MODELS_VISION') ?? '')
  .split(',')
  .map((part) => part.trim())
  .filter(Boolean)
for (const name of seeing)
  if (name !== 'summary' && !tiers.some(({ id }) => id === name))
    problems.add(`MODELS_VISION names no tier '${name}': it lists ${tiers.map(({ id }) => id).join(', ')} or summary`)

export const sees = (name: TierId | 'summary'): boolean => seeing.includes(name)

/** Stops the start when a tier uses a provider or model that isn't available. Call it after the last `use`. */
export const refuseInvalidModels = () => refuse([...problems])
