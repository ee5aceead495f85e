import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Lore, LoreChats, type ImportedBook, type OriginalLorebook } from '../index.ts'
import type { ImportLorebook } from './actions/import_lorebook.ts'
import type { BookOrigin } from './engine/types.ts'
import type { ReadBooksQuery } from './queries/read_books_query.ts'

export class DatabaseLore extends Lore {
  constructor(
    private readonly imports: ImportLorebook,
    private readonly books: ReadBooksQuery
  ) {
    super()
  }

  createFromImport(
    ownerId: string,
    book: ImportedBook,
    original: OriginalLorebook | null,
    trx?: TransactionClientContract
  ) {
    return this.imports.run(ownerId, book, original, trx)
  }

  readForExport(ownerId: string, bookId: string) {
    return this.books.forExport(ownerId, bookId)
  }

  readForActivation(ownerId: string, bookIds: readonly string[], origin: BookOrigin) {
    return this.books.forActivation(ownerId, bookIds, origin)
  }
}

const bytesPerToken = 4

/** Stands in while no module binds chats. */
export class NoChats extends LoreChats {
  read() {
    return Promise.resolve(null)
  }

  countTokens(text: string) {
    return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
  }
}
