import { test } from '@japa/runner'
import { registerImageKit } from '../../kits/image_kit.ts'
import { sdApiImages } from '../index.ts'
import { framing } from './framing.ts'

test.group('image-sdapi | conformance', () => {
  registerImageKit({
    name: 'image-sdapi',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, patienceMs, pauseMs }) =>
      sdApiImages({ baseUrl, apiKey, timeoutMs: patienceMs, pauseMs }, { transport }),
    upstream: framing,
  })
})
