import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Disk } from 'flydrive'

/** Stores the files of originals by owner and hash. Names from users are never used as paths. */
export class OriginalFiles {
  readonly #open: () => Promise<Disk>
  #disk?: Promise<Disk>

  constructor(open: () => Promise<Disk>) {
    this.#open = open
  }

  async put(ownerId: string, sha256: string, path: string) {
    await (
      await this.#get()
    ).put(keyOf(ownerId, sha256), await readFile(path), {
      contentType: 'application/octet-stream',
    })
  }

  /** Returns null if the file is lost. */
  async read(ownerId: string, sha256: string): Promise<Buffer | null> {
    const disk = await this.#get()
    const key = keyOf(ownerId, sha256)
    if (!(await disk.exists(key))) return null
    const bytes = await disk.getBytes(key)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Returns null if the file is lost. */
  async stream(ownerId: string, sha256: string): Promise<Readable | null> {
    const disk = await this.#get()
    const key = keyOf(ownerId, sha256)
    return (await disk.exists(key)) ? disk.getStream(key) : null
  }

  /** Idempotent. */
  async remove(ownerId: string, sha256: string) {
    await (await this.#get()).delete(keyOf(ownerId, sha256))
  }

  /** Opens the disk lazily, because most processes never need it. */
  #get(): Promise<Disk> {
    return (this.#disk ??= this.#open())
  }
}

/** The prefix separates the originals from the pictures, which may be in the same bucket. */
const keyOf = (ownerId: string, sha256: string) => `originals/${ownerId}/${sha256.slice(0, 2)}/${sha256}`
