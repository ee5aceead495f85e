import { test } from '@japa/runner'
import { ProcessConnection } from '#modules/realtime/src/process_connection'
import type { BusReports } from '#plugins/contract/bus'
import { registerBusKit } from '#plugins/kits/bus_kit'
import { systemTimers } from '#plugins/contract/timers'
import { postgresBus } from '../index.ts'

/** The renewal of its lease, by which a server notices a lost connection. */
const openProcess = (connectionString: string, lossMs: number, reports: BusReports) => {
  const connection = new ProcessConnection({
    config: { connectionString },
    deadlineMs: lossMs,
    timers: systemTimers,
    logger: { warn() {} } as never,
  })
  let cancel = () => {}
  return {
    ...postgresBus(connection, reports),
    start() {
      connection.start()
      cancel = systemTimers.every(lossMs / 10, () => connection.query('SELECT 1').catch(() => {}))
    },
    async close() {
      cancel()
      await connection.close()
    },
  }
}

test.group('bus-postgres | conformance', () => {
  registerBusKit({
    name: 'bus-postgres',
    test: (title, run) => void test(title, run),
    startBroker: async () => ({
      port: Number(new URL(process.env.DATABASE_URL!).port),
      open: (port, lossMs, reports) => {
        const url = new URL(process.env.DATABASE_URL!)
        url.port = String(port)
        return openProcess(url.href, lossMs, reports)
      },
      close: async () => {},
    }),
  })
})
