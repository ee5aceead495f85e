import { test } from '@japa/runner'
import { registerModelKit } from '../../kits/model_kit.ts'
import { textCompletion } from '../index.ts'
import { framing } from './framing.ts'

test.group('model-text-completion | conformance', () => {
  registerModelKit({
    name: 'model-text-completion',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, timers }) =>
      textCompletion({ baseUrl, apiKey, template: 'chatml' }, { transport, timers }),
    upstream: framing,
  })
})
