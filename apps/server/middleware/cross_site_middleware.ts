import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/problem'
import { appUrl } from '#config/app'

const ownOrigin = new URL(appUrl).origin
const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a browser asks for when it makes a call or goes to a page, and not for a picture, a script or a style sheet of one. */
const callDests = new Set(['empty', 'document'])

/** A call that a page embeds as a picture or the like: some calls change something by GET. Signing out asks the user instead. */
const isEmbedded = (request: HttpContext['request']) => {
  const [dest, path] = [request.header('sec-fetch-dest'), request.url()]
  return dest !== undefined && !callDests.has(dest) && path.startsWith('/api/') && path !== '/api/logout'
}

/**
 * Refuses writes that another site's page makes a browser send, as Go's `http.CrossOriginProtection` does: by
 * `Sec-Fetch-Site`, else by `Origin`. A request with neither header comes from no browser, and carries no one's cookies unasked.
 * Webhooks are let through: they bear signatures instead.
 */
export default class CrossSiteMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request } = ctx
    if (isEmbedded(request)) return problem(ctx, 403, 'cross_site', 'This address is no part of a page.')
    if (safe.has(request.method()) || request.url().startsWith('/api/webhooks/')) return next()
    const site = request.header('sec-fetch-site')
    if (site ? site === 'same-origin' || site === 'none' : this.#isOwnOrigin(request)) return next()
    return problem(ctx, 403, 'cross_site', 'This request came from another site, so it was refused.')
  }

  #isOwnOrigin(request: HttpContext['request']) {
    const origin = request.header('origin')
    if (!origin) return true
    return origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === request.header('host'))
  }
}
