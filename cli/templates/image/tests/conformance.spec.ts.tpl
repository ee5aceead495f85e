import { test } from '@japa/runner'
import { registerImageProviderSuite } from '../../contract/image_suite.ts'
import { __camel__Images } from '../index.ts'
import { framing } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`image-__name__ | conformance, ${stage}`, () => {
    registerImageProviderSuite({
      name: `image-__name__ over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, patienceMs }) =>
        __camel__Images({ baseUrl, apiKey, timeoutMs: patienceMs }, { transport }),
      upstream: framing,
      stage,
    })
  })
}
