import type { HttpContext } from '@adonisjs/core/http'
import { readBuiltInPicture } from '../built_in/pictures.ts'
import { refuse } from './refusals.ts'
import { requestedWidth } from './requested_width.ts'

/** Sends the built-in picture at an address in the width of `?w=`, or 404. */
export const sendBuiltInPicture = async (ctx: HttpContext, address: string) => {
  const picture = await readBuiltInPicture(address, await requestedWidth(ctx))
  if (!picture) return refuse(ctx, 'no_such_picture')
  ctx.response
    .header('Content-Type', 'image/webp')
    .header('Cache-Control', picture.lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    .header('X-Content-Type-Options', 'nosniff')
  return ctx.response.send(picture.webp)
}
