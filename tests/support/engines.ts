import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'

const engines = join(import.meta.dirname, '../../.data/engines')

/** Where a Debian package has its program. */
const programs = { 'nats-server': 'usr/sbin/nats-server', pgbouncer: 'usr/sbin/pgbouncer' }

/**
 * Returns the command that starts a program that `npm run test:engines` has unpacked, or null. A program that came with its C library is
 * started by that library's loader.
 */
export const engineCommand = (name: keyof typeof programs): [file: string, ...args: string[]] | null => {
  const folder = join(engines, name)
  const program = join(folder, programs[name])
  if (!existsSync(program)) return null
  const [loader] = globSync(join(folder, 'usr/lib/*/ld-linux-*.so.*'))
  return loader === undefined ? [program] : [loader, '--library-path', dirname(loader), program]
}

/** Returns the folder of npm packages that `npm run test:engines` has installed, or null. */
export const engineFolder = (name: 's3rver'): string | null => {
  const folder = join(engines, name)
  return existsSync(folder) ? folder : null
}
