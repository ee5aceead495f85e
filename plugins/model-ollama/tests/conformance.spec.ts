import { test } from '@japa/runner'
import { registerModelProviderSuite } from '../../contract/model_suite.ts'
import { ollama } from '../index.ts'
import { framing } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`model-ollama | conformance, ${stage}`, () => {
    registerModelProviderSuite({
      name: `model-ollama over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, timers }) => ollama({ baseUrl, apiKey }, { transport, timers }),
      upstream: framing,
      stage,
    })
  })
}
