import { test } from '@japa/runner'
import { registerVoiceKit } from '../../kits/voice_kit.ts'
import { __camel__Voice } from '../index.ts'
import { framing } from './framing.ts'

test.group('voice-__name__ | conformance', () => {
  registerVoiceKit({
    name: 'voice-__name__',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, timeoutMs }) =>
      __camel__Voice({ baseUrl, apiKey, timeoutMs }, { transport }),
    upstream: framing,
  })
})
