import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Lore, LoreChats, LoreUses, type BooksRequest, type ImportedBook, type OriginalLorebook } from '../index.ts'
import { ImportLorebook } from './actions/import_lorebook.ts'
import type { BookOrigin } from './engine/types.ts'
import { ListLorebooksQuery } from './queries/list_lorebooks_query.ts'
import { ReadBooksQuery } from './queries/read_books_query.ts'

@inject()
export class DatabaseLore extends Lore {
  constructor(
    private readonly imports: ImportLorebook,
    private readonly books: ReadBooksQuery,
    private readonly lists: ListLorebooksQuery
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

  replaceFromImport(
    ownerId: string,
    bookId: string,
    book: ImportedBook,
    original: OriginalLorebook | null,
    trx?: TransactionClientContract
  ) {
    return this.imports.replace(ownerId, bookId, book, original, trx)
  }

  ownIds(ownerId: string, after: string | null, limit: number) {
    return this.books.ownIds(ownerId, after, limit)
  }

  readForExport(ownerId: string, bookId: string) {
    return this.books.forExport(ownerId, bookId)
  }

  findOwn(ownerId: string, bookIds: readonly string[], trx?: TransactionClientContract) {
    return this.lists.findOwn(ownerId, bookIds, trx)
  }

  alwaysOn(ownerId: string) {
    return this.lists.alwaysOn(ownerId)
  }

  readForReply(requests: readonly BooksRequest[]) {
    return this.books.forReply(requests)
  }

  readForActivation(ownerId: string, bookIds: readonly string[], origin: BookOrigin) {
    return this.books.forActivation(ownerId, bookIds, origin)
  }
}

const bytesPerToken = 4

/** The default while no module binds `LoreUses`. */
export class NoUses extends LoreUses {
  of() {
    return Promise.resolve(new Map<string, never>())
  }
}

/** The default while no module binds `LoreChats`. */
export class NoChats extends LoreChats {
  read() {
    return Promise.resolve(null)
  }

  countTokens(text: string) {
    return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
  }
}
