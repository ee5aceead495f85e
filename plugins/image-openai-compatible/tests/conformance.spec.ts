import { test } from '@japa/runner'
import { registerImageProviderSuite } from '../../contract/image_suite.ts'
import { openAiCompatibleImages } from '../index.ts'
import { framing } from './framing.ts'

for (const stage of ['memory', 'http'] as const) {
  test.group(`image-openai-compatible | conformance, ${stage}`, () => {
    registerImageProviderSuite({
      name: `image-openai-compatible over ${stage}`,
      test: (title, fn) => test(title, () => fn()),
      createProvider: ({ transport, baseUrl, apiKey, patienceMs }) =>
        openAiCompatibleImages({ baseUrl, apiKey, timeoutMs: patienceMs }, { transport }),
      upstream: framing,
      stage,
    })
  })
}
