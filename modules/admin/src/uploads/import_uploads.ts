import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Disk } from 'flydrive'

/**
 * A store of uploaded files, from their arrival until the import ends. Any process may read them. File names from users are never paths.
 */
export class ImportUploads {
  readonly #open: () => Promise<Disk>
  #disk?: Promise<Disk>

  constructor(open: () => Promise<Disk>) {
    this.#open = open
  }

  /** Moves a file into the store. */
  async put(importId: string, n: number, path: string) {
    await (await this.#get()).moveFromFs(path, keyOf(importId, n))
  }

  /** Copies a file from the store into a folder, and returns its path. */
  async fetch(importId: string, n: number, folder: string, signal: AbortSignal): Promise<string> {
    const path = join(folder, `upload-${n}`)
    await pipeline(await (await this.#get()).getStream(keyOf(importId, n)), createWriteStream(path), { signal })
    return path
  }

  /** Idempotent. */
  async remove(importId: string) {
    await (await this.#get()).deleteAll(folderOf(importId))
  }

  /** Opens the store on first use, because most processes never need it. */
  #get(): Promise<Disk> {
    return (this.#disk ??= this.#open())
  }
}

/** The prefix separates uploads from the pictures in the same bucket. */
const folderOf = (importId: string) => `card-imports/${importId}`
const keyOf = (importId: string, n: number) => `${folderOf(importId)}/${n}`
