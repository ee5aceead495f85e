import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { pictureByFile } from '../../builtin/pictures.ts'

export default class PicturesController {
  show(ctx: HttpContext) {
    const svg = pictureByFile(ctx.params.file)
    if (!svg) return problem(ctx, 404, 'not_found', 'There is no such picture.')
    ctx.response
      .header('Content-Type', 'image/svg+xml')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', `default-src 'none'; style-src 'unsafe-inline'`)
      .header('X-Content-Type-Options', 'nosniff')
    return ctx.response.send(svg)
  }
}
