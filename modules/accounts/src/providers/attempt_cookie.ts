import { randomBytes } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { attemptMinutes } from './attempt_store.ts'

/** By which a browser that comes back from a provider is known for the one that went there. */
const cookieName = 'facet_sign_in'
const tokenShape = /^[A-Za-z0-9_-]{43}$/

export const browserToken = ({ request }: HttpContext): string | null => {
  const token: unknown = request.plainCookie(cookieName, { encoded: false })
  return typeof token === 'string' && tokenShape.test(token) ? token : null
}

/** The browser's token, as long as its attempts last. It keeps the one it has, so that two tabs may both be on their way. */
export const markBrowser = (ctx: HttpContext, { secure }: { secure: boolean }): string => {
  const token = browserToken(ctx) ?? randomBytes(32).toString('base64url')
  ctx.response.plainCookie(cookieName, token, {
    httpOnly: true,
    // It comes back by a link of another site.
    sameSite: 'lax',
    secure,
    path: '/api',
    maxAge: attemptMinutes * 60,
    encode: false,
  })
  return token
}
