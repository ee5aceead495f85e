/** Beyond so many pages nobody goes back. */
const notesMax = 200

/** One note for each page of the history, by the router's key, in this tab and over a reload too. */
export class HistoryNotes<Note> {
  readonly #storageKey: string
  readonly #notes: Map<string, Note>

  constructor(storageKey: string) {
    this.#storageKey = storageKey
    this.#notes = new Map(this.#read())
    // The first page of every visit goes by this name: one that was left is another than one that is begun.
    if (isBegun()) this.#notes.delete('default')
  }

  get(key: string): Note | undefined {
    return this.#notes.get(key)
  }

  set(key: string, note: Note): void {
    this.#notes.delete(key)
    this.#notes.set(key, note)
    for (const oldest of this.#notes.keys()) {
      if (this.#notes.size <= notesMax) return
      this.#notes.delete(oldest)
    }
  }

  /** Writes them down. */
  keep(): void {
    try {
      sessionStorage.setItem(this.#storageKey, JSON.stringify([...this.#notes]))
    } catch {
      // Storage is off or full: after a reload nothing is remembered.
    }
  }

  #read(): [string, Note][] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#storageKey) ?? '[]')
    } catch {
      return []
    }
  }
}

function isBegun(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? []
  return (visit as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
