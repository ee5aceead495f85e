import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import { drawnFile } from '../built_in/content.ts'
import { drawMark, drawMarkPlace } from '../marks/draw_mark.ts'
import { readMarkToken, type Mark } from '../marks/mark_address.ts'

const compress = promisify(gzip)

/** A token of earlier releases: version, five traits by their position in a list, and the hash of the texts. */
const earlierToken = /^1[0-9a-f][0-2]{2}[0-9a-h][0-9a-l]([0-9a-z]{14})$/
const foreverSeconds = 31_536_000
const earlierTokenSeconds = 300

/** Vector pictures: those of the built-in fifty, and facet marks. */
export default class DrawnPicturesController {
  /** Earlier releases drew a portrait for every token. Those of the fifty are files now, all others show a mark. */
  async show(ctx: HttpContext) {
    const file = drawnFile(ctx.params.file)
    if (file) return send(ctx, await readFile(file, 'utf8'), foreverSeconds)
    const { token, isPlace } = parse(ctx.params.file)
    const [, seed] = earlierToken.exec(token) ?? []
    if (!seed) return noSuchPicture(ctx)
    return send(ctx, draw({ seed, initials: '' }, isPlace), earlierTokenSeconds)
  }

  mark(ctx: HttpContext) {
    const { token, isPlace } = parse(ctx.params.file)
    const mark = readMarkToken(token)
    return mark ? send(ctx, draw(mark, isPlace), foreverSeconds) : noSuchPicture(ctx)
  }
}

const parse = (file: string) => {
  const [, token = '', place] = /^([0-9a-z]{1,15}(?:-[0-9a-f]{1,16})?|[0-9a-z]{20})(-place)?\.svg$/.exec(file) ?? []
  return { token, isPlace: place !== undefined }
}

const draw = (mark: Mark, isPlace: boolean) => (isPlace ? drawMarkPlace(mark) : drawMark(mark))

const noSuchPicture = (ctx: HttpContext) => problem(ctx, 404, 'not_found', 'There is no such picture.')

const send = async ({ request, response }: HttpContext, svg: string, cacheSeconds: number) => {
  response
    .header('Content-Type', 'image/svg+xml')
    .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', `public, max-age=${cacheSeconds}${cacheSeconds === foreverSeconds ? ', immutable' : ''}`)
    .header('Vary', 'Accept-Encoding')
  if (!/\bgzip\b/.test(request.header('accept-encoding') ?? '')) return response.send(svg)
  response.header('Content-Encoding', 'gzip')
  return response.send(await compress(svg))
}
