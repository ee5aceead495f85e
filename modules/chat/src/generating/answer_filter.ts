import type { AnswerNames } from '../prompt/build_prompt.ts'

/** Returns the texts that end an answer, for providers that accept stop sequences. */
export const stopsOf = ({ others }: AnswerNames): string[] => others.map((name) => `\n${name}:`)

/**
 * Removes the author's name from the beginning of an answer, and ends the answer before a line of another speaker, piece by piece. The
 * result depends only on the whole text, not on where the pieces begin.
 */
export class AnswerFilter {
  readonly #label: string
  readonly #stops: readonly string[]
  #buffer = ''
  #isLabelRead: boolean
  #hasText: boolean
  #hasEnded = false

  constructor(names: AnswerNames, { isContinued = false } = {}) {
    this.#label = `${names.own}:`
    this.#stops = stopsOf(names)
    this.#isLabelRead = isContinued || names.own === ''
    this.#hasText = isContinued
  }

  /** Whether the answer has ended, because the next text belongs to another speaker. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Returns the text to append; empty while pieces are buffered. */
  push(text: string): string {
    if (this.#hasEnded) return ''
    this.#buffer += text
    if (!this.#isLabelRead && !this.#readLabel()) return ''
    return this.#take()
  }

  /** Returns the rest of the buffer at the end of the reply. */
  end(): string {
    const rest = this.#buffer
    this.#buffer = ''
    return !this.#isLabelRead && rest.trim() === this.#label ? '' : rest
  }

  /** Removes the author's name. Returns false while the beginning may still become the name. */
  #readLabel(): boolean {
    const start = this.#buffer.trimStart()
    if (start.length <= this.#label.length && this.#label.startsWith(start)) return false
    if (start.startsWith(this.#label)) {
      const rest = start.slice(this.#label.length).trimStart()
      // Spaces after the name are removed, too.
      if (rest === '') return false
      this.#buffer = rest
    }
    this.#isLabelRead = true
    return true
  }

  #take(): string {
    const buffer = this.#buffer
    for (let at = buffer.indexOf('\n'); at !== -1; at = buffer.indexOf('\n', at + 1)) {
      const line = buffer.slice(at)
      // An answer doesn't end before its first word.
      if (!this.#hasText && buffer.slice(0, at).trim() === '') continue
      if (this.#stops.some((stop) => line.startsWith(stop))) {
        this.#hasEnded = true
        this.#buffer = ''
        return withoutBreaks(buffer.slice(0, at))
      }
      if (!this.#stops.some((stop) => stop.startsWith(line))) continue
      return this.#release(at)
    }
    return this.#release(buffer.length)
  }

  /** Keeps trailing line breaks in the buffer, because they are dropped before a line of another speaker. */
  #release(end: number): string {
    const released = withoutBreaks(this.#buffer.slice(0, end))
    this.#buffer = this.#buffer.slice(released.length)
    this.#hasText ||= released.trim() !== ''
    return released
  }
}

/** Removes the line breaks at the end of a text. */
const withoutBreaks = (text: string): string => {
  const end = text.trimEnd().length
  const at = text.indexOf('\n', end)
  return at === -1 ? text : text.slice(0, at)
}
