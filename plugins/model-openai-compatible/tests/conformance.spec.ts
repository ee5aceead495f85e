import { test } from '@japa/runner'
import { registerModelKit } from '../../kits/model_kit.ts'
import { openAiCompatible } from '../index.ts'
import { framing } from './framing.ts'

test.group('model-openai-compatible | conformance', () => {
  registerModelKit({
    name: 'model-openai-compatible',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, timers }) =>
      openAiCompatible({ baseUrl, apiKey }, { transport, timers }),
    upstream: framing,
  })
})
