import { test } from '@japa/runner'
import { registerAgeKit } from '../../kits/age_kit.ts'
import { FakeServer } from '../../kits/fake_server.ts'
import { __camel__Age } from '../index.ts'
import { Vendor } from './framing.ts'

test.group('age-__name__ | conformance', () => {
  registerAgeKit({
    name: 'age-__name__',
    test: (title, fn) => test(title, () => fn()),
    open: async () => {
      const vendor = new Vendor()
      const server = new FakeServer((request) => vendor.answer(request))
      const { baseUrl, transport } = server
      return {
        provider: __camel__Age({ baseUrl, apiKey: 'key' }, { transport }),
        decide: async ({ reference }, outcome) => vendor.decide(reference, outcome),
        close: async () => server.close(),
      }
    },
  })
})
