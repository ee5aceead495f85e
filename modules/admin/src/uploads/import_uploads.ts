import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '#modules/kernel/file_store'

/**
 * A store of uploaded files, from their arrival until the import ends. Any process may read them. File names from users are never paths.
 */
export class ImportUploads extends FileStore {
  /** Moves a file into the store. */
  async put(importId: string, n: number, path: string) {
    await (await this.disk()).moveFromFs(path, keyOf(importId, n))
  }

  /** Copies a file from the store into a folder, and returns its path. */
  async fetch(importId: string, n: number, folder: string, signal: AbortSignal): Promise<string> {
    const path = join(folder, `upload-${n}`)
    await pipeline(await (await this.disk()).getStream(keyOf(importId, n)), createWriteStream(path), { signal })
    return path
  }

  /** Idempotent. */
  async remove(importId: string) {
    await (await this.disk()).deleteAll(folderOf(importId))
  }
}

/** The prefix separates uploads from the pictures in the same bucket. */
const folderOf = (importId: string) => `card-imports/${importId}`
const keyOf = (importId: string, n: number) => `${folderOf(importId)}/${n}`
