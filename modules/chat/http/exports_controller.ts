import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { themeAttribute, themeCookie } from '#modules/accounts/index'
import { attachment } from '#modules/kernel/attachment'
import { readQuery } from '#modules/kernel/validation'
import type { ExportFormat } from '../api.ts'
import {
  type Book,
  BookPace,
  Books,
  type ChatFileFormat,
  ChatFileFormats,
  ChatTransfer,
  exportChat,
  type TextFormat,
} from '../files/index.ts'
import { Gallery } from '#modules/gallery/index'
import { Database } from '@adonisjs/lucid/database'
import { Notices } from '../replies/index.ts'
import { bookValidator, exportValidator } from './chat_validators.ts'
import { refuse } from './refusals.ts'

@inject()
export default class ExportsController {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly notices: Notices,
    private readonly books: Books,
    private readonly pace: BookPace,
    private readonly transfer: ChatTransfer,
    private readonly fileFormats: ChatFileFormats
  ) {}

  /** GET /api/chats/{sessionId}/book */
  book(ctx: HttpContext) {
    return this.#withBook(ctx, (book) => {
      const theme = themeAttribute(ctx.request.plainCookie(themeCookie, { encoded: false }))
      ctx.response.header('Content-Security-Policy', pagePolicy)
      ctx.response.header('Content-Type', 'text/html; charset=utf-8')
      return ctx.response.stream(asStream(this.books.page(book, theme)))
    })
  }

  /** GET /api/chats/{sessionId}/export */
  async export(ctx: HttpContext) {
    const { format, zone: timeZone } = await readQuery(ctx, exportValidator)
    if (format === 'epub')
      return this.#withBook(ctx, async (book) => {
        sendAs(ctx, files.epub, book.title ?? book.names.char)
        return ctx.response.stream(await this.books.epub(book))
      })
    const fileFormat = this.fileFormats.find(format)
    if (fileFormat) return this.#exportAs(ctx, fileFormat)
    const user = ctx.auth.getUserOrFail()
    const input = { user, sessionId: ctx.params.id as string, format: format as TextFormat, timeZone }
    const found = await exportChat(this.db, this.gallery, { ...input, notice: this.notices.text })
    if (typeof found === 'string') return refuse(ctx, found)
    sendAs(ctx, files[input.format], found.name)
    return ctx.response.stream(asStream(found.pieces))
  }

  /** Exports a chat in a format of another app. */
  async #exportAs(ctx: HttpContext, format: ChatFileFormat) {
    const chat = await this.transfer.exportChat(ctx.auth.getUserOrFail(), ctx.params.id)
    if (typeof chat === 'string') return refuse(ctx, chat)
    sendAs(ctx, { type: format.contentType, extension: format.extension }, chat.title ?? chat.names.character)
    return ctx.response.stream(asStream(format.write(chat)))
  }

  async #withBook(ctx: HttpContext, send: (book: Book) => unknown) {
    const { zone: timeZone } = await readQuery(ctx, bookValidator)
    const user = ctx.auth.getUserOrFail()
    const book = await this.books.find({ user, sessionId: ctx.params.id, timeZone })
    if (typeof book === 'string') return refuse(ctx, book)
    const retryAfterSeconds = await this.pace.count(user.id)
    return retryAfterSeconds === null ? send(book) : refuse(ctx, { kind: 'too_many_books', retryAfterSeconds })
  }
}

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

const sendAs = (ctx: HttpContext, { type, extension }: FileType, name: string) => {
  ctx.response.header('Content-Type', type)
  ctx.response.header('Content-Disposition', attachment(name, extension, 'chat'))
}

interface FileType {
  type: string
  extension: string
}

const files: Record<Exclude<ExportFormat, 'sillytavern'>, FileType> = {
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md' },
  jsonl: { type: 'application/x-ndjson; charset=utf-8', extension: 'jsonl' },
  epub: { type: 'application/epub+zip', extension: 'epub' },
}
