/** The number of messages that may wait for the next date. */
const waitingMax = 1_000

export interface Undated {
  createdAt: Date | null
}

export type Dated<Item extends Undated> = Item & { createdAt: Date }

/**
 * Gives every item a date, and keeps the order. Spreads undated items evenly between the dates before and after them. With only one of
 * these dates, the items follow or precede it by a millisecond each. Buffers at most 1,000 items.
 */
export class DateFiller<Item extends Undated> {
  #waiting: Item[] = []
  #last: number | null
  readonly #fallback: number

  /** `start` is a date before the first item, if known. `fallback` is the time in epoch milliseconds that is used if no item has a date. */
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
