import type { HttpContext } from '@adonisjs/core/http'

/** Sets the headers of a private download. */
export const sendAs = (ctx: HttpContext, type: string, disposition: string) => {
  ctx.response.header('Content-Type', type)
  ctx.response.header('Content-Disposition', disposition)
  ctx.response.header('X-Content-Type-Options', 'nosniff')
  ctx.response.header('Cache-Control', 'private, no-store')
}
