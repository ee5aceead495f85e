/** Of a message that has never been drawn: its head, its lines, the gap above. */
const aroundPx = 76
const linePx = 28

/** How high each message of a list is: measured, or guessed until then. */
export class MessageHeights {
  #keys: readonly string[] = []
  #measured = new Map<string, number>()
  #guess: (key: string) => number
  /** Where each message begins, and at the end where the last one ends; right up to `#soundTo`. */
  #tops: number[] = [0]
  #soundTo = 0

  constructor(guess: (key: string) => number) {
    this.#guess = guess
  }

  show(keys: readonly string[]): void {
    if (keys === this.#keys) return
    let same = 0
    while (same < keys.length && keys[same] === this.#keys[same]) same += 1
    this.#keys = keys
    this.#soundTo = Math.min(this.#soundTo, same)
  }

  measured(key: string, height: number): void {
    if (this.#measured.get(key) === height) return
    this.#measured.set(key, height)
    // The last one changes with every word of a reply: found from the end, it is found at once.
    const index = this.#keys.lastIndexOf(key)
    if (index !== -1) this.#soundTo = Math.min(this.#soundTo, index)
  }

  /** Where a message begins, from where the first one does. */
  top(index: number): number {
    for (; this.#soundTo < index; this.#soundTo += 1) {
      const key = this.#keys[this.#soundTo] ?? ''
      this.#tops[this.#soundTo + 1] = this.#tops[this.#soundTo]! + (this.#measured.get(key) ?? this.#guess(key))
    }
    return this.#tops[index] ?? 0
  }

  /** The message at a place; the last one below all of them. */
  at(place: number): number {
    let low = 0
    let high = Math.max(0, this.#keys.length - 1)
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.top(middle) <= place) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** A text of so many letters in lines of so many. */
export const guessHeight = (letters: number, lettersPerLine: number): number =>
  aroundPx + Math.max(1, Math.ceil(letters / lettersPerLine)) * linePx
