import { test } from '@japa/runner'
import { registerModelProviderSuite } from '../../contract/model_suite.ts'
import { __camel__Model } from '../index.ts'
import { framing } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`model-__name__ | conformance, ${stage}`, () => {
    registerModelProviderSuite({
      name: `model-__name__ over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, clock }) =>
        __camel__Model({ baseUrl, apiKey }, { transport, clock }),
      upstream: framing,
      stage,
    })
  })
}
