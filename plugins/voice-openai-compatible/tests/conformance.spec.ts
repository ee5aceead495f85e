import { test } from '@japa/runner'
import { registerVoiceKit } from '../../kits/voice_kit.ts'
import { openAiCompatibleVoice } from '../index.ts'
import { framing } from './framing.ts'

for (const transcriptionModel of ['whisper-1', undefined])
  test.group(`voice-openai-compatible | conformance | ${transcriptionModel ?? 'speech only'}`, () => {
    registerVoiceKit({
      name: 'voice-openai-compatible',
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, timeoutMs }) =>
        openAiCompatibleVoice({ baseUrl, apiKey, transcriptionModel, timeoutMs }, { transport }),
      upstream: framing,
    })
  })
