import { test } from '@japa/runner'
import { registerImageKit } from '../../kits/image_kit.ts'
import { __camel__Images } from '../index.ts'
import { framing } from './framing.ts'

test.group('image-__name__ | conformance', () => {
  registerImageKit({
    name: 'image-__name__',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, patienceMs }) =>
      __camel__Images({ baseUrl, apiKey, timeoutMs: patienceMs }, { transport }),
    upstream: framing,
  })
})
