import { test } from '@japa/runner'
import { registerModelProviderSuite } from '../../contract/model_suite.ts'
import { anthropic } from '../index.ts'
import { framing } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`model-anthropic | conformance, ${stage}`, () => {
    registerModelProviderSuite({
      name: `model-anthropic over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, timers }) => anthropic({ baseUrl, apiKey }, { transport, timers }),
      upstream: framing,
      prefillingModel: 'claude-sonnet-4-5',
      stage,
    })
  })
}
