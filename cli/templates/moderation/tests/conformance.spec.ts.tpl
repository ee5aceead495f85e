import { test } from '@japa/runner'
import { registerModerationKit } from '../../kits/moderation_kit.ts'
import { __camel__Moderation } from '../index.ts'
import { framing } from './framing.ts'

test.group('moderation-__name__ | conformance', () => {
  registerModerationKit({
    name: 'moderation-__name__',
    test: (title, fn) => test(title, () => fn()),
    createProvider: ({ transport, baseUrl, apiKey, timeoutMs }) =>
      __camel__Moderation({ baseUrl, apiKey, timeoutMs }, { transport }),
    upstream: framing,
  })
})
