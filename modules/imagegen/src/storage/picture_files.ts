import type { Disk } from 'flydrive'

/** The files of pictures. An address never names one: it is found by hash and width. */
export class PictureFiles {
  readonly #open: () => Promise<Disk>
  #disk?: Promise<Disk>

  constructor(open: () => Promise<Disk>) {
    this.#open = open
  }

  /** Once here rather than at every start: most processes never touch a picture. */
  disk(): Promise<Disk> {
    return (this.#disk ??= this.#open())
  }

  async put(hash: string, width: number, webp: Uint8Array) {
    await (await this.disk()).put(keyOf(hash, width), webp, { contentType: 'image/webp' })
  }

  /** Also when it is not there. */
  async remove(hash: string, width: number) {
    await (await this.disk()).delete(keyOf(hash, width))
  }

  async get(hash: string, width: number): Promise<Buffer> {
    const bytes = await (await this.disk()).getBytes(keyOf(hash, width))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

/** Two levels, so that no folder gets too many entries. */
const keyOf = (hash: string, width: number) => `${hash.slice(0, 2)}/${hash}-${width}.webp`
