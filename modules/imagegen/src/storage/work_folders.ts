import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than receiving and reading a picture can take. */
const staleMs = 3_600_000

/** Temporary folders for pictures that are being received and read. */
export class WorkFolders {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Runs `work` with a new folder, and removes the folder when `work` ends. */
  async use<Outcome>(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
    const folder = join(this.#folder, randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Removes folders that a crash left behind. */
  async sweep() {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const folder = join(this.#folder, name)
      const changed = await stat(folder).catch(() => null)
      if (changed && Date.now() - changed.mtimeMs > staleMs) await rm(folder, { recursive: true, force: true })
    }
  }
}
