import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FSDriver } from 'flydrive/drivers/fs'

/**
 * A folder whose files are written atomically and durably. Only the server's own user can read it, because originals of cards and pictures
 * are private.
 */
export class WholeFileDriver extends FSDriver {
  #closed?: Promise<void>

  constructor(private readonly folder: string) {
    super({ location: folder, visibility: 'public' })
  }

  override put(key: string, contents: string | Uint8Array) {
    return this.#write(key, contents)
  }

  override putStream(key: string, contents: Readable) {
    return this.#write(key, contents)
  }

  override async getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.folder, key))
  }

  async #write(key: string, contents: string | Uint8Array | Readable) {
    const place = join(this.folder, key)
    const draft = `${place}.${randomUUID()}.draft`
    await (this.#closed ??= this.#close())
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    try {
      await writeFile(draft, contents, { flush: true, mode: 0o600 })
      await rename(draft, place)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  /** Creates the folder, or closes one that an earlier release left open to other users of the machine. */
  async #close() {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    // Some network file systems have no modes. Writing must not fail because of that.
    await chmod(this.folder, 0o700).catch(() => {})
  }
}
