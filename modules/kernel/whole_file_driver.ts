import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'

/** A folder whose files are written atomically and durably. */
export class WholeFileDriver extends FSDriver {
  readonly #folder: string

  constructor(folder: string) {
    super({ location: folder, visibility: 'public' })
    this.#folder = folder
  }

  override async put(key: string, contents: string | Uint8Array) {
    const place = join(this.#folder, key)
    const draft = `${place}.${randomUUID()}.draft`
    await mkdir(dirname(place), { recursive: true })
    try {
      await writeFile(draft, contents, { flush: true })
      await rename(draft, place)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  override async getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.#folder, key))
  }
}
