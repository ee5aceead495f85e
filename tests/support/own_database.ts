import { join } from 'node:path'
import { connect } from './databases.ts'

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

/** A PostgreSQL that belongs to one test, durable, and brought back at the same address whenever it dies. */
export interface OwnDatabase {
  /** An empty database on it. */
  url: string
  /** Ends it with a signal, and waits until it answers again. */
  restart(signal: NodeJS.Signals): Promise<void>
  remove(): Promise<void>
}

const launcher = join(import.meta.dirname, '../../apps/launcher')
const quiet = () => {}

export const openOwnDatabase = async (): Promise<OwnDatabase> => {
  // The launcher is plain JavaScript, and none of the compiler's business.
  const { openThrowawayDatabase } = await import(join(launcher, 'throwaway_database.mjs'))
  const { openDatabase } = await import(join(launcher, 'database.mjs'))
  const throwaway: Throwaway = await openThrowawayDatabase({ unsafeFast: false, say: quiet })
  const open = (): Promise<Opened> => openDatabase({ dataDir: throwaway.folder, say: quiet })
  const database = await open()
  database.keepUp()
  const startedAt = async () => {
    const client = await connect(database.ownerUrl)
    const { rows } = await client.query('select pg_postmaster_start_time() as at').finally(() => client.end())
    return rows[0].at.getTime() as number
  }
  return {
    url: database.ownerUrl,
    async restart(signal) {
      const [before, { pid }] = await Promise.all([startedAt(), open()])
      process.kill(pid, signal)
      for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
        if ((await startedAt().catch(() => before)) !== before) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('The database did not come back.')
    },
    async remove() {
      await database.close()
      await throwaway.remove()
    },
  }
}
