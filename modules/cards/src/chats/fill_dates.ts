/** Messages that may wait for the next date. */
const waitingMax = 1_000

export interface Undated {
  createdAt: Date | null
}

export type Dated<Item extends Undated> = Item & { createdAt: Date }

/**
 * Gives every item a date, in their order. Items without one are spread evenly between the dates before and after them. Without a date on
 * one side they follow, or precede, the other by milliseconds. Buffers at most 1,000 items.
 */
export class DateFiller<Item extends Undated> {
  #waiting: Item[] = []
  #last: number | null
  readonly #fallback: number

  /** `start`: a date before the first item, if it is known. `fallback`: for files without any date. */
  constructor(start: Date | null, fallback: number) {
    this.#last = start?.getTime() ?? null
    this.#fallback = fallback
  }

  push(item: Item): Dated<Item>[] {
    if (item.createdAt !== null) {
      const next = item.createdAt.getTime()
      const filled = this.#fill(next)
      this.#last = next
      return [...filled, item as Dated<Item>]
    }
    this.#waiting.push(item)
    return this.#waiting.length < waitingMax ? [] : this.#fill(null)
  }

  end(): Dated<Item>[] {
    return this.#fill(null)
  }

  #fill(next: number | null): Dated<Item>[] {
    const items = this.#waiting
    const count = items.length
    if (count === 0) return []
    this.#waiting = []
    const last = this.#last
    const dateOf = (index: number): number => {
      if (last !== null && next !== null) return Math.round(last + ((next - last) * (index + 1)) / (count + 1))
      if (next !== null) return next - count + index
      return (last ?? this.#fallback) + index + 1
    }
    this.#last = dateOf(count - 1)
    return items.map((item, index) => ({ ...item, createdAt: new Date(dateOf(index)) }))
  }
}
