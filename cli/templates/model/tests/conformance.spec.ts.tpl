import { test } from '@japa/runner'
import { registerModelKit } from '../../kits/model_kit.ts'
import { __camel__Model } from '../index.ts'
import { framing } from './framing.ts'

test.group('model-__name__ | conformance', () => {
  registerModelKit({
    name: 'model-__name__',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, timers }) =>
      __camel__Model({ baseUrl, apiKey }, { transport, timers }),
    upstream: framing,
  })
})
