import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Longer than receiving and reading a file can take. */
const staleMs = 3_600_000

/** Temporary folders for files that are being received and read. */
export class TemporaryFolders {
  constructor(private readonly path: string) {}

  /** Creates a folder, which the caller must remove. */
  async make(): Promise<string> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
    return mkdtemp(join(this.path, 'file-'))
  }

  /** Calls `work` with a new folder, and removes the folder afterwards. */
  async use<Outcome>(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
    const folder = await this.make()
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Removes folders that a crash left behind. */
  async sweep() {
    for (const name of await readdir(this.path).catch(() => [])) {
      const folder = join(this.path, name)
      const found = await stat(folder).catch(() => null)
      if (found && Date.now() - found.mtimeMs > staleMs) await rm(folder, { recursive: true, force: true })
    }
  }
}
