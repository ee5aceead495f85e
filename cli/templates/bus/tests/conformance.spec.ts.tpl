import { test } from '@japa/runner'
import { registerBusKit } from '../../kits/bus_kit.ts'
import { __camel__Bus } from '../index.ts'
import { startBroker } from './framing.ts'

test.group('bus-__name__ | conformance', () => {
  registerBusKit({
    name: 'bus-__name__',
    test: (title, run) => void test(title, run),
    startBroker: async () => ({
      ...(await startBroker()),
      open: (port, lossMs, reports) => __camel__Bus({ host: '127.0.0.1', port, lossMs, retryMs: 50, ...reports }),
    }),
  })
})
