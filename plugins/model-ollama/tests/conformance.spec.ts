import { test } from '@japa/runner'
import { registerModelKit } from '../../kits/model_kit.ts'
import { ollama } from '../index.ts'
import { framing } from './framing.ts'

test.group('model-ollama | conformance', () => {
  registerModelKit({
    name: 'model-ollama',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, timers }) => ollama({ baseUrl, apiKey }, { transport, timers }),
    upstream: framing,
  })
})
