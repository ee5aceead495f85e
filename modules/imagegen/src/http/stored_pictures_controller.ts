import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { wantedWidth } from '#modules/gallery/index'
import { pictureAddresses } from '../domain/picture_addresses.ts'
import { StoredPictures } from '../storage/stored_pictures.ts'
import { refusePicture } from './refusals.ts'

/** Serves stored pictures to every visitor. Their addresses are unguessable, and their content never changes. */
@inject()
export default class StoredPicturesController {
  constructor(private readonly pictures: StoredPictures) {}

  async show(ctx: HttpContext) {
    const width = await wantedWidth(ctx)
    // Other spellings of an address would be copies in a CDN that no purge names.
    const isKnown = pictureAddresses(`/pictures/uploads/${ctx.params.file}`).includes(ctx.request.request.url!)
    const bytes = isKnown ? await this.pictures.read(ctx.params.file, width) : null
    if (!bytes) return refusePicture(ctx, 'no_such_picture')
    ctx.response
      .header('Content-Type', 'image/webp')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('X-Content-Type-Options', 'nosniff')
    return ctx.response.send(bytes)
  }
}
