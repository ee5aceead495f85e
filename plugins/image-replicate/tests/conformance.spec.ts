import { test } from '@japa/runner'
import { registerImageKit } from '../../kits/image_kit.ts'
import { replicate } from '../index.ts'
import { framing } from './framing.ts'

test.group('image-replicate | conformance', () => {
  registerImageKit({
    name: 'image-replicate',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, apiKey, patienceMs, ...options }) =>
      replicate({ ...options, apiToken: apiKey, timeoutMs: patienceMs }, { transport }),
    upstream: framing,
  })
})
