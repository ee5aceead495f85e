import { test } from '@japa/runner'
import { FakeServer } from '../../kits/fake_server.ts'
import { registerMailKit, sender } from '../../kits/mail_kit.ts'
import { __camel__Mail } from '../index.ts'
import { accepted, receivedOf } from './framing.ts'

test.group('mail-__name__ | conformance', () => {
  registerMailKit({
    name: 'mail-__name__',
    test: (title, fn) => test(title, () => fn()),
    open: async () => {
      const server = new FakeServer({ steps: [accepted] })
      const { baseUrl, transport } = server
      return {
        transport: __camel__Mail({ baseUrl, apiKey: 'key', from: sender }, { transport }),
        received: async () => server.calls.map(({ request }) => receivedOf(request)),
        close: async () => server.close(),
      }
    },
  })
})
