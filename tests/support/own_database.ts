import { join } from 'node:path'
import { connect } from './databases.ts'
import { waitUntil } from './wait_until.ts'

interface Opened {
  ownerUrl: string
  pid: number
  keepUp(): void
  close(): Promise<unknown>
}

interface Throwaway {
  folder: string
  remove(): Promise<void>
}

/** A durable PostgreSQL server for one test. It restarts at the same address when it dies. */
export interface OwnDatabase {
  /** The URL of an empty database. */
  url: string
  /** Sends a signal and waits until the server responds again. */
  restart(signal: NodeJS.Signals): Promise<void>
  remove(): Promise<void>
}

const launcher = join(import.meta.dirname, '../../apps/launcher')
const quiet = () => {}

export const openOwnDatabase = async (): Promise<OwnDatabase> => {
  // The launcher is plain JavaScript, which the compiler doesn't check.
  const { openThrowawayDatabase } = await import(join(launcher, 'throwaway_database.mjs'))
  const { openDatabase } = await import(join(launcher, 'database.mjs'))
  const throwaway: Throwaway = await openThrowawayDatabase({ unsafeFast: false, say: quiet })
  const open = (): Promise<Opened> => openDatabase({ dataDir: throwaway.folder, say: quiet })
  const database = await open()
  database.keepUp()
  const startedAt = async () => {
    const client = await connect(database.ownerUrl)
    const { rows } = await client.query('SELECT pg_postmaster_start_time() AS at').finally(() => client.end())
    return rows[0].at.getTime() as number
  }
  return {
    url: database.ownerUrl,
    async restart(signal) {
      const [before, { pid }] = await Promise.all([startedAt(), open()])
      process.kill(pid, signal)
      await waitUntil('the database is back', async () => (await startedAt().catch(() => before)) !== before)
    },
    async remove() {
      await database.close()
      await throwaway.remove()
    },
  }
}
