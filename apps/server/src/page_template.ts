/**
 * An HTML page with slots. A slot is `<!--slot:NAME-->`, or `slot:NAME` as the value of an attribute. The page is split once, so filling it
 * only joins strings.
 */
export class PageTemplate<Slot extends string> {
  readonly #parts: readonly string[]

  /** Throws unless the page has exactly these slots, each once. */
  constructor(html: string, slots: readonly Slot[]) {
    this.#parts = html.split(/(?:<!--|(?<="))slot:(\w+)(?:-->|(?="))/)
    const found = this.#parts.filter((_, index) => isSlot(index))
    if (found.toSorted().join() !== slots.toSorted().join())
      throw new Error(`The page has the slots ${found.join(', ')}, expected ${slots.join(', ')}`)
  }

  /** Inserts the values as HTML. The caller must escape text in them. */
  fill(values: Record<Slot, string>): string {
    return this.#parts.map((part, index) => (isSlot(index) ? values[part as Slot] : part)).join('')
  }
}

/** Splitting by a pattern with a group alternates between text and group. */
const isSlot = (index: number): boolean => index % 2 === 1
