const opening = '<think>'
const closing = '</think>'

/**
 * Removes `<think>…</think>` blocks, with the white space around them, from the start of a reply. An unclosed block lasts to the end.
 * A `<think>` after the answer has begun is part of the answer. One instance per reply; deltas may be split anywhere.
 */
export class ThinkingFilter {
  #state: 'start' | 'thinking' | 'answer' = 'start'
  /** Text that may be a prefix of the opening or closing tag. */
  #held = ''
  #hasThought = false
  /** The text that was removed since the last `takeThought`. */
  #thought = ''

  /** True from the start of the first block to the start of the answer. */
  get isThinking(): boolean {
    return this.#hasThought && this.#state !== 'answer'
  }

  push(delta: string): string {
    // Fast path for the common case.
    if (this.#state === 'answer') return delta
    this.#held += delta
    for (;;) {
      if (this.#state === 'thinking') {
        const end = this.#held.indexOf(closing)
        if (end === -1) {
          this.#thought += this.#held.slice(0, 1 - closing.length)
          this.#held = this.#held.slice(1 - closing.length)
          return ''
        }
        this.#thought += this.#held.slice(0, end)
        this.#held = this.#held.slice(end + closing.length)
        this.#state = 'start'
      }
      const text = this.#held.trimStart()
      if (!text.startsWith(opening)) return opening.startsWith(text) ? '' : this.end()
      this.#held = text.slice(opening.length)
      this.#state = 'thinking'
      this.#hasThought = true
    }
  }

  /** Returns and clears the reasoning since the last call. */
  takeThought(): string {
    const thought = this.#thought
    if (thought !== '') this.#thought = ''
    return thought
  }

  /** Returns the text of the answer that was held back. */
  end(): string {
    if (this.#state !== 'start') return ''
    this.#state = 'answer'
    return this.#hasThought ? this.#held.trimStart() : this.#held
  }
}
