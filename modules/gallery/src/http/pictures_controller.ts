import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { pictureByFile } from '../../builtin/pictures.ts'

export default class PicturesController {
  async show(ctx: HttpContext) {
    const { w } = ctx.request.qs()
    const width = w === undefined ? undefined : typeof w === 'string' && /^\d{1,4}$/.test(w) ? Number(w) : Number.NaN
    const picture = await pictureByFile(ctx.params.file, width)
    if (!picture) return problem(ctx, 404, 'not_found', 'There is no such picture.')
    ctx.response
      .header('Content-Type', 'image/webp')
      .header('Cache-Control', picture.lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      .header('X-Content-Type-Options', 'nosniff')
    return ctx.response.send(picture.webp)
  }
}
