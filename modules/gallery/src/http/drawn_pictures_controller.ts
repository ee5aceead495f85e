import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { drawnFile } from '../built_in/content.ts'
import { drawMark, drawMarkPlace } from '../marks/draw_mark.ts'
import { readMarkToken, type Mark } from '../marks/mark_address.ts'
import { rasterize } from '../marks/raster.ts'

const compress = promisify(gzip)

/** A token of earlier releases. It has a version, five traits by their position in a list, and the hash of the texts. */
const earlierToken = /^1[0-9a-f][0-2]{2}[0-9a-h][0-9a-l]([0-9a-z]{14})$/
const foreverSeconds = 31_536_000
const earlierTokenSeconds = 300

/** Serves the pictures of the built-in fifty and facet marks, as SVG and PNG. */
export default class DrawnPicturesController {
  /** Earlier releases drew a portrait for every token. The portraits of the fifty are files now, and all other tokens show a mark. */
  async show(ctx: HttpContext) {
    const { token, isPlace, isPng } = parse(ctx.params.file)
    const file = drawnFile(ctx.params.file.replace(/\.png$/, '.svg'))
    const [, seed] = earlierToken.exec(token) ?? []
    if (!file && !seed) return noSuchPicture(ctx)
    const svg = file ? await readFile(file, 'utf8') : draw({ seed: seed!, initials: '' }, isPlace)
    const cacheSeconds = file ? foreverSeconds : earlierTokenSeconds
    return isPng ? sendPng(ctx, svg, cacheSeconds) : send(ctx, svg, cacheSeconds)
  }

  mark(ctx: HttpContext) {
    const { token, isPlace, isPng } = parse(ctx.params.file)
    const mark = readMarkToken(token)
    if (!mark) return noSuchPicture(ctx)
    // Draws PNG marks without initials, because a server may have no fonts.
    if (isPng) return sendPng(ctx, draw({ ...mark, initials: '' }, isPlace), foreverSeconds)
    return send(ctx, draw(mark, isPlace), foreverSeconds)
  }
}

const parse = (file: string) => {
  const [, token = '', place, type] =
    /^([0-9a-z]{1,15}(?:-[0-9a-f]{1,16})?|[0-9a-z]{20})(-place)?\.(svg|png)$/.exec(file) ?? []
  return { token, isPlace: place !== undefined, isPng: type === 'png' }
}

const draw = (mark: Mark, isPlace: boolean) => (isPlace ? drawMarkPlace(mark) : drawMark(mark))

const noSuchPicture = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'There is no such picture.')

const sendPng = async (ctx: HttpContext, svg: string, cacheSeconds: number) => {
  const png = await rasterize(svg)
  if (!png) {
    ctx.response.header('Retry-After', '1')
    return problem(ctx, 503, 'busy', 'Too many pictures are being drawn right now. Please try again.')
  }
  return ctx.response
    .header('Content-Type', 'image/png')
    .header('Cache-Control', cacheControl(cacheSeconds))
    .header('X-Content-Type-Options', 'nosniff')
    .send(png)
}

const cacheControl = (seconds: number) => `public, max-age=${seconds}${seconds === foreverSeconds ? ', immutable' : ''}`

const send = async ({ request, response }: HttpContext, svg: string, cacheSeconds: number) => {
  response
    .header('Content-Type', 'image/svg+xml')
    .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', cacheControl(cacheSeconds))
    .header('Vary', 'Accept-Encoding')
  if (!/\bgzip\b/.test(request.header('accept-encoding') ?? '')) return response.send(svg)
  response.header('Content-Encoding', 'gzip')
  return response.send(await compress(svg))
}
