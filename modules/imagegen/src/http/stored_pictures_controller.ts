import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { pictureWidths } from '#modules/gallery/api'
import { wantedWidth } from '#modules/gallery/index'
import { problem } from '#modules/kernel/problem'
import { widthFor } from '../domain/widths.ts'
import { StoredWidthsQuery } from '../queries/stored_widths_query.ts'
import { PictureFiles } from '../storage/picture_files.ts'

/** Serves stored pictures to every visitor. Their addresses are unguessable, and their content never changes. */
@inject()
export default class StoredPicturesController {
  constructor(
    private readonly widths: StoredWidthsQuery,
    private readonly files: PictureFiles
  ) {}

  async show(ctx: HttpContext) {
    const [, hash] = /^([0-9a-f]{64})\.webp$/.exec(ctx.params.file) ?? []
    const stored = hash ? await this.widths.run(hash) : null
    const width = stored && widthFor(wantedWidth(ctx), { supported: pictureWidths, stored })
    const bytes = hash && width ? await this.#read(hash, width) : null
    if (!bytes) return problem(ctx, 404, 'not_found', 'There is no such picture.')
    ctx.response
      .header('Content-Type', 'image/webp')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('X-Content-Type-Options', 'nosniff')
    return ctx.response.send(bytes)
  }

  /** Returns null if the picture was removed after its widths were cached. */
  async #read(hash: string, width: number) {
    try {
      return await this.files.get(hash, width)
    } catch (error) {
      this.widths.forget(hash)
      if ((await this.widths.run(hash)) !== null) throw error
      return null
    }
  }
}
