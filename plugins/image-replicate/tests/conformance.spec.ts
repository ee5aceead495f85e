import { test } from '@japa/runner'
import { registerImageProviderSuite } from '../../contract/image_suite.ts'
import { replicate } from '../index.ts'
import { framing } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`image-replicate | conformance, ${stage}`, () => {
    registerImageProviderSuite({
      name: `image-replicate over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, apiKey, patienceMs, ...options }) =>
        replicate({ ...options, apiToken: apiKey, timeoutMs: patienceMs }, { transport }),
      upstream: framing,
      stage,
    })
  })
}
