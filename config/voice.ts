/** The voices that the server offers. Browsers have voices of their own. */
import { join } from 'node:path'
import type { VoiceSettings } from '#modules/voice/index'
import type { Voice, VoiceProvider } from '#plugins/contract/voice'
import { speechPrice } from './economy.ts'
import env, { dataDir, refuse } from './env.ts'
import pictures from './pictures.ts'
import rubies from './rubies.ts'

const timeoutMs = 60_000

/** The voices of an OpenAI-compatible server that doesn't list its own: `[{ id: 'amy', name: 'Amy', language: 'en-GB' }]`. */
const unlistedVoices: Voice[] | undefined = undefined

interface Choice extends Pick<VoiceSettings, 'provider' | 'open'> {
  /** The environment variables that the provider requires. */
  needs: readonly 'VOICE_BASE_URL'[]
}

/** Add a provider with one entry here. Its code is loaded when it is first needed. */
const choices: Record<string, Choice> = {
  browser: {
    provider: null,
    needs: [],
    open: async (): Promise<VoiceProvider> => (await import('#plugins/voice-browser/index')).browserVoices(),
  },
  'openai-compatible': {
    provider: 'a voice service',
    needs: ['VOICE_BASE_URL'],
    open: async () => {
      const { openAiCompatibleVoice } = await import('#plugins/voice-openai-compatible/index')
      return openAiCompatibleVoice({
        baseUrl: env.get('VOICE_BASE_URL')!,
        apiKey: env.get('VOICE_API_KEY') ?? null,
        model: env.get('VOICE_MODEL') || undefined,
        transcriptionModel: env.get('VOICE_TRANSCRIPTION_MODEL') || undefined,
        voices: unlistedVoices,
        timeoutMs,
      })
    },
  },
}

const chosen = env.get('VOICE_PROVIDER') || 'browser'
const choice = Object.hasOwn(choices, chosen) ? choices[chosen]! : null
if (!choice) refuse([`There is no voice provider '${chosen}': it is one of ${Object.keys(choices).join(', ')}`])
const { provider, needs, open } = choice!
refuse(needs.filter((name) => !env.get(name)).map((name) => `The voice provider ${chosen} needs ${name}`))

export default {
  provider,
  open,
  price: rubies.isOn ? speechPrice : 0,
  timeoutMs,
  folder: join(dataDir, 'speech'),
  s3: pictures.s3,
  keptBytesMax: env.get('VOICE_STORAGE_MB') * 1_048_576,
} satisfies VoiceSettings
