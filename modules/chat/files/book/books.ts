import type { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { PictureStore } from '#modules/accounts/index'
import { markOf, readGalleryPicture, Gallery } from '#modules/gallery/index'
import { Brand, Notice } from '#modules/kernel/settings'
import { readBook, readParts, type Book, type BookRequest } from './read_book.ts'
import { writeEpub, type BookFile } from './write_epub.ts'
import { writePage } from './write_page.ts'
import { zipFiles } from './zip_files.ts'

/** Reads chats as books, and writes them as pages and EPUBs. */
@inject()
export class Books {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly pictures: PictureStore,
    private readonly brand: Brand,
    private readonly notice: Notice
  ) {}

  find(request: BookRequest): Promise<Book | 'no_such_chat' | 'adult_gate'> {
    return readBook(this.db, this.gallery, request)
  }

  page(book: Book, theme: string): AsyncIterable<string> {
    return writePage(book, readParts(this.db, book), { productName: this.brand.name, notice: this.notice.text, theme })
  }

  async epub(book: Book): Promise<Readable> {
    return zipFiles(
      writeEpub(book, readParts(this.db, book), { cover: await this.#cover(book), notice: this.notice.text }),
      book.endedAt
    )
  }

  /** Returns the cover as it is stored. WebP and SVG are core media types of EPUB 3.3, and the server loads no image library. */
  async #cover({ portrait, names }: Book): Promise<BookFile | null> {
    if (portrait === null) return null
    for (const address of [portrait, markOf(names.char).avatar]) {
      const content = (await readGalleryPicture(address)) ?? (await this.pictures.read(address))
      if (content) return { path: `EPUB/cover.${address.startsWith('/pictures/mark/') ? 'svg' : 'webp'}`, content }
    }
    return null
  }
}
