import { inject } from '@adonisjs/core'
import { pictureWidths } from '#modules/gallery/api'
import { widthFor } from '../domain/widths.ts'
import { MakeWidth } from '../actions/make_width.ts'
import { StoredWidthsQuery } from '../queries/stored_widths_query.ts'
import { PictureFiles } from './picture_files.ts'

/** Stored pictures by the file names of their addresses. */
@inject()
export class StoredPictures {
  constructor(
    private readonly widths: StoredWidthsQuery,
    private readonly files: PictureFiles,
    private readonly makeWidth: MakeWidth
  ) {}

  /** Returns the picture as WebP, by default in its largest width. Null for an unknown file or an unsupported width. */
  async read(file: string, requestedWidth?: number): Promise<Buffer | null> {
    const [, hash] = /^([0-9a-f]{64})\.webp$/.exec(file) ?? []
    const stored = hash ? await this.widths.run(hash) : null
    const width = stored && widthFor(requestedWidth, { supported: pictureWidths, stored })
    return hash && width ? this.#get(hash, width) : null
  }

  /** Makes a width that has no file yet. Returns null if the picture was removed after its widths were cached. */
  async #get(hash: string, width: number) {
    try {
      return await this.files.get(hash, width)
    } catch (error) {
      this.widths.forget(hash)
      const widest = (await this.widths.run(hash))?.at(-1)
      if (widest === undefined) return null
      if (widest === width) throw error
      return this.makeWidth.run({ hash, width, widest })
    }
  }
}
