import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Gallery } from '#modules/gallery/index'
import { rateLimit } from '#modules/kernel/rate_limit'
import { Brand, Notice } from '#modules/kernel/settings'
import { limits } from '../../limits.ts'
import type { ExportRefusal, ExportRequest } from '../ports.ts'
import type { Book, BookPart } from './book.ts'
import { readBook, readParts } from './read_book.ts'
import { writePage } from './write_page.ts'

export class BookPace extends rateLimit('book:user', limits.booksPerHour, '1 hour') {}

/** Reads chats as books, and writes them as pages. */
@inject()
export class Books {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly pace: BookPace,
    private readonly brand: Brand,
    private readonly notice: Notice
  ) {}

  /** Finds a book that the caller writes then. */
  async find(request: ExportRequest): Promise<Book | ExportRefusal> {
    const book = await readBook(this.db, this.gallery, request)
    if (typeof book === 'string') return book
    const retryAfterSeconds = await this.pace.count(request.user.id)
    return retryAfterSeconds === null ? book : { kind: 'too_many_books', retryAfterSeconds }
  }

  parts(book: Book): AsyncIterable<BookPart> {
    return readParts(this.db, book)
  }

  page(book: Book, theme: string): AsyncIterable<string> {
    return writePage(book, this.parts(book), { productName: this.brand.name, notice: this.notice.text, theme })
  }
}
