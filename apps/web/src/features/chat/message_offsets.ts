/** The assumed height of the header of a message that was never rendered and of the gap above it, in pixels. */
const frameHeight = 76
const lineHeight = 28

/** Estimates the height of a message that was never rendered. */
export const estimateHeight = (letters: number, lettersPerLine: number): number =>
  frameHeight + Math.max(1, Math.ceil(letters / lettersPerLine)) * lineHeight

/** The offsets of the messages in a list, computed from their heights on demand. */
export class MessageOffsets {
  #keys: readonly string[]
  #heightOf: (key: string) => number
  /** The offset of each message and, last, the end of the list. Valid up to `#validTo`. */
  #offsets: number[] = [0]
  #validTo = 0

  constructor(keys: readonly string[], heightOf: (key: string) => number) {
    this.#keys = keys
    this.#heightOf = heightOf
  }

  /** Call when the height of a message has changed. */
  invalidate(key: string): void {
    // Searches from the end, because the last message changes most often.
    const index = this.#keys.lastIndexOf(key)
    if (index !== -1) this.#validTo = Math.min(this.#validTo, index)
  }

  /** Returns the distance from the start of the list to a message, in pixels. */
  offsetOf(index: number): number {
    for (; this.#validTo < index; this.#validTo += 1) {
      const height = this.#heightOf(this.#keys[this.#validTo] ?? '')
      this.#offsets[this.#validTo + 1] = this.#offsets[this.#validTo]! + height
    }
    return this.#offsets[index] ?? 0
  }

  /** Returns the index of the message at an offset. Past the end, returns the index of the last message. */
  indexAt(offset: number): number {
    let low = 0
    let high = Math.max(0, this.#keys.length - 1)
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.offsetOf(middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
