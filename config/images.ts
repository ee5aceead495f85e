/** The image providers and the chosen one. */
import { readFileSync } from 'node:fs'
import type { ImageSettings } from '#modules/imagegen/index'
import type { ImageModel, ImageProvider } from '#plugins/contract/image'
import { defaultImageBounds } from '#plugins/contract/image_sizes'
import { readableModelName } from '#plugins/contract/readable_model_name'
import { picturePrices } from './economy.ts'
import env, { refuse } from './env.ts'
import { share } from './processes.ts'
import rubies from './rubies.ts'

/** The provider's names for our models, where they differ: `'flux-schnell': 'gpt-image-1'`. */
const named = env.get('IMAGES_MODEL')
const models: Partial<Record<ImageModel, string>> = named
  ? { 'flux-schnell': named, 'sdxl-lightning': named, 'stable-diffusion-3': named }
  : {}
/** Additional hosts from which an OpenAI-compatible vendor serves pictures. */
const pictureHosts: string[] = []
const timeoutMs = env.get('IMAGES_TIMEOUT_MS')
/** The largest side of a picture in pixels, and the most steps, that users may ask for. */
const bounds = defaultImageBounds

/** The settings that the operator's engines have in common. Their own names of models are on offer, or the one of `IMAGES_MODEL`. */
const engine = () => ({
  baseUrl: env.get('IMAGES_BASE_URL')!,
  apiKey: env.get('IMAGES_API_KEY') ?? null,
  model: named,
  bounds,
  timeoutMs,
})

const readWorkflow = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return refuse([`IMAGES_WORKFLOW: ${file} can't be read, or isn't JSON`])
  }
}
const workflowFile = env.get('IMAGES_WORKFLOW')
/** ComfyUI's workflow. Undefined: its default one. */
const workflow = workflowFile ? readWorkflow(workflowFile) : undefined

interface Choice extends Pick<ImageSettings, 'provider' | 'note' | 'open'> {
  /** The environment variables that the provider requires. */
  needs: readonly ('REPLICATE_API_TOKEN' | 'IMAGES_BASE_URL')[]
  /** True for engines that list models of their own. */
  listsModels?: true
}

/** Add a provider with one entry here. Its code is loaded for the first picture. */
const choices: Record<string, Choice> = {
  local: {
    provider: 'this server',
    note: 'Drawn on this server from the words of your prompt, by rules and not by an AI model.',
    needs: [],
    open: async (): Promise<ImageProvider> => (await import('#plugins/image-local/index')).localImages(),
  },
  replicate: {
    provider: 'Replicate',
    note: null,
    needs: ['REPLICATE_API_TOKEN'],
    open: async () => {
      const { replicate } = await import('#plugins/image-replicate/index')
      return replicate({ apiToken: env.get('REPLICATE_API_TOKEN')!, models, timeoutMs })
    },
  },
  sdapi: {
    provider: 'our image engine',
    note: null,
    needs: ['IMAGES_BASE_URL'],
    listsModels: true,
    open: async () => (await import('#plugins/image-sdapi/index')).sdApiImages(engine()),
  },
  comfyui: {
    provider: 'our image engine',
    note: null,
    needs: ['IMAGES_BASE_URL'],
    listsModels: true,
    open: async () => {
      const { comfyUiImages } = await import('#plugins/image-comfyui/index')
      return comfyUiImages({ ...engine(), workflow })
    },
  },
  'openai-compatible': {
    provider: 'an AI image service',
    note: null,
    needs: ['IMAGES_BASE_URL'],
    open: async () => {
      const { openAiCompatibleImages } = await import('#plugins/image-openai-compatible/index')
      const baseUrl = env.get('IMAGES_BASE_URL')!
      const apiKey = env.get('IMAGES_API_KEY') ?? null
      return openAiCompatibleImages({ baseUrl, apiKey, models, pictureHosts, timeoutMs })
    },
  },
}

const chosen = env.get('IMAGES_PROVIDER') || 'local'
const choice = Object.hasOwn(choices, chosen) ? choices[chosen]! : null
if (!choice) refuse([`There is no image provider '${chosen}': it is one of ${Object.keys(choices).join(', ')}`])
const { provider, note, needs, open, listsModels = false } = choice!
refuse(needs.filter((name) => !env.get(name)).map((name) => `The image provider ${chosen} needs ${name}`))

export default {
  provider,
  note,
  /** Without the version of a model on Replicate. */
  modelName:
    named && chosen !== 'local' && !listsModels ? readableModelName(named.replace(/:[\da-f]{16,}$/, '')) : null,
  isDemo: chosen === 'local',
  open,
  /** Rubies for a picture of a model. */
  costOf: (model: string): number => (rubies.isOn && Object.hasOwn(picturePrices, model) ? picturePrices[model]! : 0),
  bounds,
  timeoutMs,
  atOnceMax: share(4),
  /** The provider and its model, as the doctor command shows them. */
  says: `${chosen}${named && chosen !== 'local' ? ` ${named}` : ''}`,
} satisfies ImageSettings & { says: string }
