import type { LoreEntry } from '../engine/types.ts'

/** The limit of all cached books together, by their stored sizes. */
const bytesMax = 48 * 1_048_576

interface CachedBook {
  version: string
  bytes: number
  entries: readonly LoreEntry[]
}

interface BookVersion {
  id: string
  bytes: number
  /** Changes with the content. */
  version: string
}

/** A cache of the entries of the books that replies used last. */
export class EntryCache {
  readonly #books = new Map<string, CachedBook>()
  #bytes = 0

  get({ id, version }: BookVersion): readonly LoreEntry[] | null {
    const cached = this.#books.get(id)
    if (!cached || cached.version !== version) return null
    // A map keeps the order of insertion, so the book that was used last is last.
    this.#books.delete(id)
    this.#books.set(id, cached)
    return cached.entries
  }

  set({ id, version, bytes }: BookVersion, entries: readonly LoreEntry[]) {
    this.#delete(id)
    if (bytes > bytesMax) return
    this.#books.set(id, { version, bytes, entries })
    this.#bytes += bytes
    for (const oldest of this.#books.keys()) {
      if (this.#bytes <= bytesMax) break
      this.#delete(oldest)
    }
  }

  #delete(id: string) {
    this.#bytes -= this.#books.get(id)?.bytes ?? 0
    this.#books.delete(id)
  }
}
