import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import { FileStore } from '#modules/kernel/file_store'
import { CardSettings } from '../card_settings.ts'

/** Stores the files of originals by owner and hash. Names from users are never used as paths. */
@inject()
export class OriginalFiles extends FileStore {
  constructor({ originals }: CardSettings) {
    super(originals)
  }

  async put(ownerId: string, sha256: string, path: string) {
    await (
      await this.disk()
    ).put(keyOf(ownerId, sha256), await readFile(path), {
      contentType: 'application/octet-stream',
    })
  }

  /** Returns null if the file is lost. */
  async read(ownerId: string, sha256: string): Promise<Buffer | null> {
    const disk = await this.disk()
    const key = keyOf(ownerId, sha256)
    if (!(await disk.exists(key))) return null
    const bytes = await disk.getBytes(key)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Returns null if the file is lost. */
  async stream(ownerId: string, sha256: string): Promise<Readable | null> {
    const disk = await this.disk()
    const key = keyOf(ownerId, sha256)
    return (await disk.exists(key)) ? disk.getStream(key) : null
  }

  /** Idempotent. */
  async remove(ownerId: string, sha256: string) {
    await (await this.disk()).delete(keyOf(ownerId, sha256))
  }
}

/** The prefix separates the originals from the pictures, which may be in the same bucket. */
const keyOf = (ownerId: string, sha256: string) => `originals/${ownerId}/${sha256.slice(0, 2)}/${sha256}`
