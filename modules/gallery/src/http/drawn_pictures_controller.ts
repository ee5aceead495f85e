import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { drawPlace, drawPortrait } from '../portraits/draw_portrait.ts'
import { readToken } from '../portraits/token.ts'

const pack = promisify(gzip)

/** Draws in a millisecond or two what an address asks for; browsers keep it for ever, so nobody else needs to. */
export default class DrawnPicturesController {
  async show(ctx: HttpContext) {
    const [, name, place] = /^([0-9a-z]{1,40})(-place)?\.svg$/.exec(ctx.params.file) ?? []
    const token = name ? readToken(name) : null
    if (!token) return problem(ctx, 404, 'not_found', 'There is no such picture.')
    const svg = place ? drawPlace(token.seed, token.traits) : drawPortrait(token.seed, token.traits)
    ctx.response
      .header('Content-Type', 'image/svg+xml')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Vary', 'Accept-Encoding')
    if (!/\bgzip\b/.test(ctx.request.header('accept-encoding') ?? '')) return ctx.response.send(svg)
    ctx.response.header('Content-Encoding', 'gzip')
    return ctx.response.send(await pack(svg))
  }
}
