const opening = '<think>'
const closing = '</think>'

/**
 * Removes the reasoning that some servers write into the text itself: `<think>…</think>` blocks at the very start of a reply, with the
 * white space around them. An unclosed block lasts to the end of the reply. A `<think>` after the first character of the answer is the
 * author's own text and stays. One instance per reply; deltas may be cut anywhere. What `push` returns may be empty.
 */
export class AnswerOnly {
  #state: 'start' | 'thinking' | 'answer' = 'start'
  /** At the start, text that may still turn out to begin a block; while thinking, what may begin its closing tag. */
  #held = ''
  #hasThought = false

  /** True from the first block's beginning to the answer's. */
  get isThinking(): boolean {
    return this.#hasThought && this.#state !== 'answer'
  }

  push(delta: string): string {
    // Almost every delta.
    if (this.#state === 'answer') return delta
    this.#held += delta
    for (;;) {
      if (this.#state === 'thinking') {
        const end = this.#held.indexOf(closing)
        if (end === -1) {
          this.#held = this.#held.slice(1 - closing.length)
          return ''
        }
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

  /** What was held back and turned out to be the answer. */
  end(): string {
    if (this.#state !== 'start') return ''
    this.#state = 'answer'
    return this.#hasThought ? this.#held.trimStart() : this.#held
  }
}
