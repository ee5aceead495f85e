import { tabStorage } from './storage.ts'

const entriesMax = 200

/** One value per history entry of this tab, by the key of React Router. Survives a reload once it is saved. */
export class HistoryEntryStore<Value> {
  readonly #storageKey: string
  readonly #values: Map<string, Value>

  constructor(storageKey: string) {
    this.#storageKey = storageKey
    this.#values = new Map((tabStorage.getJson(storageKey) ?? []) as [string, Value][])
    // The first entry of every visit has this key, so a new visit must not find the value of the last one.
    if (isNewVisit()) this.#values.delete('default')
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= entriesMax) return
      this.#values.delete(oldest)
    }
  }

  /** Writes all values to the session storage. */
  save(): void {
    tabStorage.set(this.#storageKey, JSON.stringify([...this.#values]))
  }
}

function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? []
  return (visit as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
