import { inject } from '@adonisjs/core'
import { FileStore } from '#modules/kernel/file_store'
import { PictureSettings } from '../../index.ts'

/** The files of pictures, by hash and width. */
@inject()
export class PictureFiles extends FileStore {
  constructor(settings: PictureSettings) {
    super(settings)
  }

  async put(hash: string, width: number, webp: Uint8Array) {
    await (await this.disk()).put(keyOf(hash, width), webp, { contentType: 'image/webp' })
  }

  /** Idempotent. */
  async remove(hash: string, width: number) {
    await (await this.disk()).delete(keyOf(hash, width))
  }

  async get(hash: string, width: number): Promise<Buffer> {
    const bytes = await (await this.disk()).getBytes(keyOf(hash, width))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

/** Two levels keep folders small. */
const keyOf = (hash: string, width: number) => `${hash.slice(0, 2)}/${hash}-${width}.webp`
