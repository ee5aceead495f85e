import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { readBuiltInPicture } from '../built_in/pictures.ts'
import { requestedWidth } from './requested_width.ts'

/** Sends the built-in picture at an address in the width of `?w=`, or 404. */
export const sendBuiltInPicture = async (ctx: HttpContext, address: string) => {
  const picture = await readBuiltInPicture(address, requestedWidth(ctx))
  if (!picture) return problem(ctx, 404, 'not_found', 'There is no such picture.')
  ctx.response
    .header('Content-Type', 'image/webp')
    .header('Cache-Control', picture.lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    .header('X-Content-Type-Options', 'nosniff')
  return ctx.response.send(picture.webp)
}
