import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import sirv from 'sirv'
import env, { projectRoot } from '#config/env'

const dist = join(projectRoot, 'apps/web/dist')

/**
 * Serves the built web app's files: precompressed, and immutable where the name carries a hash. The page itself is the
 * router's business, so that it gets the security headers; what is not a file goes on.
 */
const serve = existsSync(dist)
  ? sirv(dist, {
      brotli: true,
      gzip: true,
      extensions: [],
      etag: true,
      setHeaders: (response, path) => {
        response.setHeader(
          'Cache-Control',
          path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
        )
      },
    })
  : null

/** With it off, what is sent for the service worker is one that removes itself. */
const withoutWorker = env.get('SERVICE_WORKER') === 'off'

export default class WebAppMiddleware {
  async handle({ request, response }: HttpContext, next: NextFn) {
    const path = request.url()
    if (withoutWorker && path === '/sw.js') request.request.url = '/sw_off.js'
    const isFile = /\.[a-z0-9]+$/i.test(path) && path !== '/index.html'
    if (!serve || !isFile || (request.method() !== 'GET' && request.method() !== 'HEAD')) return next()
    const served = await new Promise<boolean>((resolve) => {
      response.response.once('close', () => resolve(true))
      serve(request.request, response.response, () => resolve(false))
    })
    if (!served) return next()
  }
}
