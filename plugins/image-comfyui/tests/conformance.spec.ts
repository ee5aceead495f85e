import { test } from '@japa/runner'
import { registerImageKit } from '../../kits/image_kit.ts'
import { comfyUiImages } from '../index.ts'
import { framing } from './framing.ts'

test.group('image-comfyui | conformance', () => {
  registerImageKit({
    name: 'image-comfyui',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, patienceMs, pauseMs, messages }) =>
      comfyUiImages({ baseUrl, apiKey, timeoutMs: patienceMs, pauseMs }, { transport, messages }),
    upstream: framing,
  })
})
