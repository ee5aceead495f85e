import {
  blankEntry,
  blankLorebook,
  type EntryFields,
  type EntryOrder,
  type LorebookEntry,
  type LorebookFields,
  type LoreTest,
  type UsedLorebook,
} from '#modules/lore/api'
import { answer } from './check_answer.ts'
import { pageOf, refuse, refuseField } from './fake_answers.ts'
import type { FakeApi } from './fake_api.ts'

type EntryBody = Partial<EntryFields> & EntryOrder & { revision?: number }

/** The lore calls of the fake server. */
export class FakeLore {
  books: UsedLorebook[] = []
  readonly entries = new Map<string, LorebookEntry[]>()
  /** The answer to the next tests of a lorebook. */
  test: LoreTest = { used: [], left: [], tokens: 0 }
  readonly api: FakeApi

  constructor(api: FakeApi) {
    this.api = api
  }

  add(fields: Partial<UsedLorebook> = {}, entries: Partial<EntryFields>[] = []): UsedLorebook {
    const id = this.api.id('lorebook')
    const now = '2026-11-01T00:00:00.000Z'
    const book: UsedLorebook = {
      ...blankLorebook,
      name: 'Sea',
      entryCount: entries.length,
      revision: 1,
      importedFrom: null,
      createdAt: now,
      updatedAt: now,
      usedBy: { characters: [], count: 0 },
      ...fields,
      id,
    }
    this.books.unshift(book)
    this.entries.set(
      id,
      entries.map((entry) => this.#entry(entry))
    )
    return book
  }

  entriesOf(book: { id: string }): LorebookEntry[] {
    return this.entries.get(book.id)!
  }

  titles(book: { id: string }): string[] {
    return this.entriesOf(book).map(({ name }) => name)
  }

  /** Changes an entry as another tab would. */
  changeElsewhere(book: { id: string }, name: string, change: Partial<EntryFields>): void {
    this.entries.set(
      book.id,
      this.entriesOf(book).map((entry) =>
        entry.name === name ? { ...entry, ...change, revision: entry.revision + 1 } : entry
      )
    )
  }

  /** Returns null for calls of other modules. */
  answer(method: string, url: URL, body: unknown): Response | null {
    const { pathname } = url
    if (!pathname.startsWith('/api/lorebooks')) return null
    if (pathname === '/api/lorebooks/test') return answer('LoreTest', this.test)
    const [, , , id, part, entryId] = pathname.split('/')
    if (id === undefined)
      return method === 'POST'
        ? answer('Lorebook', withoutUses(this.add(body as LorebookFields)), { status: 201 })
        : answer('UsedLorebooks', this.books)
    const book = this.books.find((one) => one.id === id)
    if (!book) return refuse(404, 'not_found', 'This lorebook does not exist.')
    if (part === 'entries') return this.#answerEntries(method, url, book, entryId, body as EntryBody)
    if (method === 'DELETE') {
      this.books = this.books.filter((one) => one !== book)
      return answer('Confirmation', { message: 'The lorebook is deleted.' })
    }
    if (method === 'PUT') return this.#edit(book, body as Partial<LorebookFields> & { revision: number })
    return answer('UsedLorebook', book)
  }

  #edit(book: UsedLorebook, { revision, ...change }: Partial<LorebookFields> & { revision: number }): Response {
    if (revision !== book.revision) return stale()
    if (change.name?.trim() === '')
      return refuseField(422, 'validation_failed', 'name', 'Please give the lorebook a name.')
    Object.assign(book, change, { revision: book.revision + 1 })
    return answer('Lorebook', withoutUses(book))
  }

  #answerEntries(method: string, url: URL, book: UsedLorebook, entryId: string | undefined, body: EntryBody): Response {
    const entries = this.entriesOf(book)
    if (method === 'GET') return pageOf('LorebookEntries', url, entries)
    const before = entries.find(({ id }) => id === entryId)
    if (entryId !== undefined && !before) return refuse(404, 'no_such_entry', 'This entry does not exist.')
    const others = entries.filter((entry) => entry !== before)
    if (method === 'DELETE') {
      this.entries.set(book.id, others)
      return answer('Confirmation', { message: 'The entry is deleted.' })
    }
    const { after, revision, ...fields } = body
    if (before && revision !== before.revision) return stale()
    const entry = before ? { ...before, ...fields, revision: before.revision + 1 } : this.#entry(fields)
    const index =
      after !== undefined ? others.findIndex(({ id }) => id === after) + 1 : before ? entries.indexOf(before) : Infinity
    this.entries.set(book.id, others.toSpliced(index, 0, entry))
    return answer('LorebookEntry', entry, { status: before ? 200 : 201 })
  }

  #entry(fields: Partial<EntryFields>): LorebookEntry {
    return {
      ...blankEntry,
      ...fields,
      id: this.api.id('entry'),
      revision: 1,
      updatedAt: '2026-11-01T00:00:00.000Z',
    }
  }
}

const stale = () => refuse(409, 'stale', 'This was changed elsewhere. Reload it, then save again.')

const withoutUses = ({ usedBy: _usedBy, ...book }: UsedLorebook) => book
