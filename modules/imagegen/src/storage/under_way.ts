import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than receiving and reading a picture can take. */
const leftBehindMs = 3_600_000

/** Folders for pictures being received and read, each of them gone when that is over. */
export class UnderWay {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async within<Outcome>(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
    const folder = join(this.#folder, randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Removes what a crash left behind. */
  async sweep() {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const folder = join(this.#folder, name)
      const changed = await stat(folder).catch(() => null)
      if (changed && Date.now() - changed.mtimeMs > leftBehindMs) await rm(folder, { recursive: true, force: true })
    }
  }
}
