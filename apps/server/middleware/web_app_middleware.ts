import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import sirv from 'sirv'
import env, { projectRoot } from '#config/env'
import { cacheControlOf, FilesInMemory } from '../src/files_in_memory.ts'

const dist = join(projectRoot, 'apps/web/dist')

/** Serves the built web app's files: scripts, styles and fonts from memory, others from disk. The page itself is served by the router. */
const inMemory = new FilesInMemory(dist)
const serve = existsSync(dist)
  ? sirv(dist, {
      brotli: true,
      gzip: true,
      extensions: [],
      etag: true,
      setHeaders: (response, path) => {
        response.setHeader('Cache-Control', cacheControlOf(path))
      },
    })
  : null

/** If true, browsers get a service worker that removes itself. */
const isWorkerOff = env.get('SERVICE_WORKER') === 'off'

export default class WebAppMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    const asked = request.url()
    const path = isWorkerOff && asked === '/sw.js' ? '/sw_off.js' : asked
    const isFile = /\.[a-z0-9]+$/i.test(path) && path !== '/index.html'
    if (!serve || !isFile || (request.method() !== 'GET' && request.method() !== 'HEAD')) return next()
    if (inMemory.answer(ctx, path)) return
    const served = await new Promise<boolean>((resolve) => {
      response.response.once('close', () => resolve(true))
      serve(request.request, response.response, () => resolve(false))
    })
    if (!served) return next()
  }
}
