import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/refusals'
import { appUrl } from '#config/app'
import mcp from '#config/mcp'
import { isForPrograms, isMcp } from '../src/for_programs.ts'
import { isSigned } from '../src/is_signed.ts'

const ownOrigin = new URL(appUrl).origin
const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Destinations of fetch calls and navigation, as opposed to pictures, scripts and styles. */
const callDestinations = new Set(['empty', 'document'])

/** True for a call embedded as a picture or similar. Some GET calls have side effects. Logout is exempt, because it asks the user. */
const isEmbedded = (request: HttpContext['request']) => {
  const [dest, path] = [request.header('sec-fetch-dest'), request.url()]
  return dest !== undefined && !callDestinations.has(dest) && path.startsWith('/api/') && path !== '/api/logout'
}

/**
 * Refuses cross-site writes, based on `Sec-Fetch-Site` or else on `Origin`, like Go's `http.CrossOriginProtection`. A request with neither
 * header doesn't come from a browser. Signed requests are exempt, and addresses where cookies don't count.
 */
export default class CrossSiteMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request } = ctx
    if (isEmbedded(request)) return problem(ctx, 403, 'cross_site', 'This address can’t be embedded in a page.')
    if (isMcp(request.url()) && !this.#mayUseMcp(request))
      return problem(
        ctx,
        403,
        'foreign_origin',
        'Pages of this site may not use /mcp here. The operator can permit it in MCP_ORIGINS.'
      )
    if (safe.has(request.method()) || isSigned(request.url()) || isForPrograms(request.url())) return next()
    const site = request.header('sec-fetch-site')
    if (site ? site === 'same-origin' || site === 'none' : this.#isOwnOrigin(request)) return next()
    return problem(ctx, 403, 'cross_site', 'This request came from another site, so it was refused.')
  }

  /** Compares no `Host`, which an attacker’s name that points to this server would match. Clients that aren’t pages send no `Origin`. */
  #mayUseMcp(request: HttpContext['request']) {
    const origin = request.header('origin')
    return origin === undefined || origin === ownOrigin || mcp.origins.includes(origin)
  }

  #isOwnOrigin(request: HttpContext['request']) {
    const origin = request.header('origin')
    if (!origin) return true
    return origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === request.header('host'))
  }
}
