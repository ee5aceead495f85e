import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import vine from '@vinejs/vine'
import { themeAttribute, themeCookie } from '#modules/accounts/index'
import { attachment } from '#modules/kernel/attachment'
import { ok } from '#modules/kernel/result'
import { custom, readQuery } from '#modules/kernel/validation'
import { exportFormats, type ExportFormat } from '../files/api.ts'
import { Books, ChatFileFormats } from '../files/index.ts'
import { invalid, timeZone } from './fields.ts'
import { refuse } from './refusals.ts'

@inject()
export default class ExportsController {
  static readonly bookValidator = vine.create({ zone: custom(timeZone) })
  static readonly exportValidator = vine.create({
    format: custom((format = 'markdown') =>
      exportFormats.includes(format as ExportFormat)
        ? ok(format as ExportFormat)
        : invalid('enum', `The format must be one of ${exportFormats.join(', ')}.`)
    ),
    zone: custom(timeZone),
  })

  constructor(
    private readonly books: Books,
    private readonly formats: ChatFileFormats
  ) {}

  /** GET /api/chats/{sessionId}/book */
  async book(ctx: HttpContext) {
    const { zone } = await readQuery(ctx, ExportsController.bookValidator)
    const book = await this.books.find(target(ctx, zone))
    if (typeof book === 'string' || 'kind' in book) return refuse(ctx, book)
    const theme = themeAttribute(ctx.request.plainCookie(themeCookie, { encoded: false }))
    ctx.response.header('Content-Security-Policy', pagePolicy)
    ctx.response.header('Content-Type', 'text/html; charset=utf-8')
    return ctx.response.stream(asStream(this.books.page(book, theme)))
  }

  /** GET /api/chats/{sessionId}/export */
  async export(ctx: HttpContext) {
    const { format: name, zone } = await readQuery(ctx, ExportsController.exportValidator)
    const format = this.formats.get(name)
    const file = await format.export(target(ctx, zone))
    if (typeof file === 'string' || 'kind' in file) return refuse(ctx, file)
    ctx.response.header('Content-Type', format.contentType)
    ctx.response.header('Content-Disposition', attachment(file.name, format.extension, 'chat'))
    return ctx.response.stream(asStream(file.pieces))
  }
}

const target = (ctx: HttpContext, zone: string) => ({
  user: ctx.auth.getUserOrFail(),
  sessionId: ctx.params.id as string,
  timeZone: zone,
})

/** Allows only our own files. The page shows a user's texts, which must not load anything. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

const asStream = (pieces: AsyncIterable<string | Uint8Array>) =>
  Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 })
