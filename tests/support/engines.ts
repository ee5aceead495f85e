import { existsSync } from 'node:fs'
import { join } from 'node:path'

const engines = join(import.meta.dirname, '../../.data/engines')

/** Where a Debian package has its program. */
const programs = { 'nats-server': 'usr/sbin/nats-server', pgbouncer: 'usr/sbin/pgbouncer' }

/** Returns the path of a program that `npm run test:engines` has unpacked, or null. */
export const engineFile = (name: keyof typeof programs): string | null => {
  const file = join(engines, name, programs[name])
  return existsSync(file) ? file : null
}
