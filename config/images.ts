/** Who draws pictures from words, and what may be asked of them. */
import type { ImageSettings } from '#modules/imagegen/index'
import type { ImageModel, ImageProvider } from '#plugins/contract/image'
import env, { refuse } from './env.ts'

/** What a model is called at the provider, where it is not as we call it: `'flux-schnell': 'gpt-image-1'`. */
const named = env.get('IMAGES_MODEL')
const models: Partial<Record<ImageModel, string>> = named
  ? { 'flux-schnell': named, 'sdxl-lightning': named, 'stable-diffusion-3': named }
  : {}
/** Further hosts where an OpenAI-compatible vendor keeps its pictures. */
const pictureHosts: string[] = []
const patienceMs = env.get('IMAGES_TIMEOUT_MS')

interface Choice extends Pick<ImageSettings, 'provider' | 'note' | 'open'> {
  /** Variables that it can't do without. */
  needs: readonly ('REPLICATE_API_TOKEN' | 'IMAGES_BASE_URL')[]
}

const drawnByOne = named ? `Whichever model is chosen, ${named} draws.` : null

/** The providers there are. A further one is an entry here; its code is loaded for the first picture. */
const choices: Record<string, Choice> = {
  local: {
    provider: 'this server',
    note: 'Painted on this server from the words of your prompt, by rules and not by an AI model.',
    needs: [],
    open: async (): Promise<ImageProvider> => (await import('#plugins/image-local/index')).localImages(),
  },
  replicate: {
    provider: 'Replicate',
    note: drawnByOne,
    needs: ['REPLICATE_API_TOKEN'],
    open: async () => {
      const { replicate } = await import('#plugins/image-replicate/index')
      return replicate({ apiToken: env.get('REPLICATE_API_TOKEN')!, models, patienceMs })
    },
  },
  'openai-compatible': {
    provider: 'an AI image service',
    note: drawnByOne,
    needs: ['IMAGES_BASE_URL'],
    open: async () => {
      const { openAiCompatibleImages } = await import('#plugins/image-openai-compatible/index')
      const baseUrl = env.get('IMAGES_BASE_URL')!
      const apiKey = env.get('IMAGES_API_KEY') ?? null
      return openAiCompatibleImages({ baseUrl, apiKey, models, pictureHosts, patienceMs })
    },
  },
}

const chosen = env.get('IMAGES_PROVIDER') || 'local'
const choice = Object.hasOwn(choices, chosen) ? choices[chosen]! : null
if (!choice) refuse([`There is no image provider '${chosen}': it is one of ${Object.keys(choices).join(', ')}`])
const { provider, note, needs, open } = choice!
refuse(needs.filter((name) => !env.get(name)).map((name) => `The image provider ${chosen} needs ${name}`))

export default {
  provider,
  note,
  open,
  timeoutMs: patienceMs,
  atOnceMax: 4,
  /** For the doctor. */
  says: `${chosen}${named && chosen !== 'local' ? ` ${named}` : ''}`,
} satisfies ImageSettings & { says: string }
