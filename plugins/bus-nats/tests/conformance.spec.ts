import { test } from '@japa/runner'
import { registerBusKit } from '#plugins/kits/bus_kit'
import { engineCommand } from '#tests/support/engines'
import { natsBus } from '../index.ts'
import { startFakeNats } from './fake_nats_server.ts'
import { startNats } from './nats_server.ts'

const servers = { 'a fake server': startFakeNats, ...(engineCommand('nats-server') && { 'nats-server': startNats }) }

for (const [server, start] of Object.entries(servers))
  test.group(`bus-nats | conformance, with ${server}`, () => {
    registerBusKit({
      name: 'bus-nats',
      test: (title, run) => void test(title, run),
      startBroker: async () => ({
        ...(await start()),
        open: (port, lossMs, reports) =>
          natsBus({ url: `nats://127.0.0.1:${port}`, heartbeatMs: lossMs / 3, retryMs: 50, ...reports }),
      }),
    })
  })
