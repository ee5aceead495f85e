import { test } from '@japa/runner'
import { registerModelKit } from '../../kits/model_kit.ts'
import { anthropic } from '../index.ts'
import { framing } from './framing.ts'

test.group('model-anthropic | conformance', () => {
  registerModelKit({
    name: 'model-anthropic',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, timers }) => anthropic({ baseUrl, apiKey }, { transport, timers }),
    upstream: framing,
    prefillingModel: 'claude-sonnet-4-5',
  })
})
