import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import { isBuiltInPicture, readBuiltInPicture } from '../built_in/pictures.ts'
import { drawMark, drawMarkPlace } from '../marks/draw_mark.ts'
import { readMarkToken, type Mark } from '../marks/mark_address.ts'
import { rasterize } from '../marks/raster.ts'
import { refuse } from './refusals.ts'
import { sendBuiltInPicture } from './send_built_in_picture.ts'

const compress = promisify(gzip)

/** A token of earlier releases. It has a version, five traits by their position in a list, and the hash of the texts. */
const earlierToken = /^1[0-9a-f][0-2]{2}[0-9a-h][0-9a-l]([0-9a-z]{14})$/
const foreverSeconds = 31_536_000
const earlierTokenSeconds = 300
/** The width of a picture of the fifty as PNG, for previews of links. */
const pngWidth = 768

/** Serves the pictures of the built-in fifty as WebP, facet marks as SVG, and both as PNG. */
export default class DrawnPicturesController {
  /**
   * Earlier releases drew a portrait as SVG for every token. The pictures of the fifty are WebP files now, at the addresses that databases
   * have, and all other tokens show a mark.
   */
  async show(ctx: HttpContext) {
    const { token, isPlace, isPng } = parse(ctx.params.file)
    const address = `/pictures/drawn/${ctx.params.file.replace(/\.png$/, '.svg')}`
    if (isBuiltInPicture(address)) {
      if (!isPng) return sendBuiltInPicture(ctx, address)
      const { webp } = (await readBuiltInPicture(address, pngWidth))!
      return sendPng(ctx, webp, foreverSeconds)
    }
    const [, seed] = earlierToken.exec(token) ?? []
    if (!seed) return refuse(ctx, 'no_such_picture')
    const svg = draw({ seed, initials: '' }, isPlace)
    return isPng ? sendPng(ctx, svg, earlierTokenSeconds) : send(ctx, svg, earlierTokenSeconds)
  }

  mark(ctx: HttpContext) {
    const { token, isPlace, isPng } = parse(ctx.params.file)
    const mark = readMarkToken(token)
    if (!mark) return refuse(ctx, 'no_such_picture')
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

const sendPng = async (ctx: HttpContext, picture: string | Buffer, cacheSeconds: number) => {
  const png = await rasterize(picture)
  if (!png) return refuse(ctx, { kind: 'drawing_busy', retryAfterSeconds: 1 })
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
