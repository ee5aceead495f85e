import { test } from '@japa/runner'
import { registerModelProviderSuite } from '../../contract/model_suite.ts'
import { openAiCompatible } from '../index.ts'
import { framing } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`model-openai-compatible | conformance, ${stage}`, () => {
    registerModelProviderSuite({
      name: `model-openai-compatible over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, timers }) =>
        openAiCompatible({ baseUrl, apiKey }, { transport, timers }),
      upstream: framing,
      stage,
    })
  })
}
