import { test } from '@japa/runner'
import { registerImageKit } from '../../kits/image_kit.ts'
import { openAiCompatibleImages } from '../index.ts'
import { framing } from './framing.ts'

test.group('image-openai-compatible | conformance', () => {
  registerImageKit({
    name: 'image-openai-compatible',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, patienceMs }) =>
      openAiCompatibleImages({ baseUrl, apiKey, timeoutMs: patienceMs }, { transport }),
    upstream: framing,
  })
})
