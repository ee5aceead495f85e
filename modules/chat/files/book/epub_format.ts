import { inject } from '@adonisjs/core'
import { PictureStore } from '#modules/accounts/index'
import { markOf, readGalleryPicture } from '#modules/gallery/index'
import { PrivatePictures } from '#modules/imagegen/index'
import { Notice } from '#modules/kernel/settings'
import type { StoredPicture } from '../export_pictures.ts'
import type { ChatFileFormat, ExportRequest } from '../ports.ts'
import { Books } from './books.ts'
import type { Book } from './book.ts'
import { writeEpub, type BookFile } from './write_epub.ts'
import { zipFiles } from './zip_files.ts'

/** Writes books as EPUBs. */
@inject()
export class EpubFormat implements ChatFileFormat {
  readonly contentType = 'application/epub+zip'
  readonly extension = 'epub'

  constructor(
    private readonly books: Books,
    private readonly pictures: PictureStore,
    private readonly files: PrivatePictures,
    private readonly notice: Notice
  ) {}

  async export(request: ExportRequest) {
    const book = await this.books.find(request)
    if (typeof book === 'string' || 'kind' in book) return book
    const readPicture = ({ file }: StoredPicture) => this.files.read(file, 'whole')
    const look = { cover: await this.#cover(book), notice: this.notice.text, readPicture }
    return {
      name: book.title ?? book.names.char,
      pieces: zipFiles(writeEpub(book, this.books.parts(book), look), book.endedAt),
    }
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
