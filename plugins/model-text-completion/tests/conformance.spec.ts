import { test } from '@japa/runner'
import { registerModelProviderSuite } from '../../contract/model_suite.ts'
import { textCompletion } from '../index.ts'
import { framing } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`model-text-completion | conformance, ${stage}`, () => {
    registerModelProviderSuite({
      name: `model-text-completion over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, timers }) =>
        textCompletion({ baseUrl, apiKey, template: 'chatml' }, { transport, timers }),
      upstream: framing,
      stage,
    })
  })
}
