import { isBlank } from '#modules/kernel/text'
import type { AnswerNames } from '../../prompts/index.ts'
import { MarkFilter } from './mark_filter.ts'
import { SpeakerLabel, type LabelReading } from './speaker_label.ts'

/** Some providers accept no more. The filter ends the answer at the others. */
const stopsMax = 4

/** Returns the texts that end an answer, for providers that accept stop sequences. */
export const stopsOf = ({ others }: AnswerNames): string[] =>
  others
    .filter((name) => new SpeakerLabel(name).isSure)
    .slice(0, stopsMax)
    .map((name) => `\n${name}:`)

/**
 * Removes the author's name from the beginning of an answer and the marks of prompt sections from all of it, and ends the answer before a line of another speaker, piece by piece. An answer
 * that begins with such a line is empty. The result depends only on the whole text, not on where the pieces begin.
 */
export class AnswerFilter {
  readonly #own: SpeakerLabel
  readonly #others: readonly SpeakerLabel[]
  readonly #marks: MarkFilter
  #buffer = ''
  #isLabelRead: boolean
  #hasText: boolean
  #hasEnded = false

  constructor({ own, others }: AnswerNames, { isContinued = false } = {}) {
    this.#marks = new MarkFilter([own, ...others])
    this.#own = new SpeakerLabel(own)
    this.#others = others
      .map((name) => new SpeakerLabel(name))
      .filter((label) => label.isSure && !label.isSame(this.#own))
    this.#isLabelRead = isContinued || own === ''
    this.#hasText = isContinued
  }

  /** Whether the answer has ended, because the next text belongs to another speaker. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Returns the text to append; empty while pieces are buffered. */
  push(text: string): string {
    this.#buffer += this.#marks.push(text)
    return this.#read(false)
  }

  /** Returns the rest of the buffer at the end of the reply. */
  end(): string {
    this.#buffer += this.#marks.end()
    const text = this.#read(true)
    const rest = this.#buffer
    this.#buffer = ''
    return text + rest
  }

  #read(isWhole: boolean): string {
    if (this.#hasEnded) {
      this.#buffer = ''
      return ''
    }
    if (!this.#isLabelRead && !this.#readLabel(isWhole)) return ''
    return this.#take(isWhole)
  }

  /** Removes the author's name. Returns false while the beginning may still become the name. */
  #readLabel(isWhole: boolean): boolean {
    const start = this.#buffer.length - this.#buffer.trimStart().length
    const label = this.#own.read(this.#buffer, start, isWhole)
    if (label === 'unfinished') return false
    if (label !== 'none') {
      const rest = this.#buffer.slice(start + label.length).trimStart()
      // Spaces after the name are removed, too.
      if (rest === '' && !isWhole) return false
      this.#buffer = label.unclosed + rest
    }
    this.#isLabelRead = true
    return true
  }

  #take(isWhole: boolean): string {
    const buffer = this.#buffer
    // The common case, a part of a line.
    if (this.#hasText && !/[\r\n]/.test(buffer)) {
      this.#buffer = ''
      return buffer
    }
    for (const [end, lineStart] of this.#lineStarts()) {
      const reading = this.#readOther(lineStart, isWhole)
      if (reading === 'none') continue
      if (reading === 'unfinished') return this.#release(end)
      this.#hasEnded = true
      this.#buffer = ''
      const text = withoutBreaks(buffer.slice(0, end))
      return this.#hasText || !isBlank(text) ? text : ''
    }
    return this.#release(buffer.length)
  }

  /** Returns the places where a line begins, and where the text before it ends. */
  #lineStarts(): [end: number, lineStart: number][] {
    const starts: [number, number][] = []
    if (!this.#hasText) starts.push([0, this.#buffer.length - this.#buffer.trimStart().length])
    for (let at = this.#buffer.indexOf('\n'); at !== -1; at = this.#buffer.indexOf('\n', at + 1))
      starts.push([at, at + 1])
    return starts
  }

  #readOther(lineStart: number, isWhole: boolean): LabelReading {
    let unfinished = false
    for (const other of this.#others) {
      const reading = other.read(this.#buffer, lineStart, isWhole)
      if (reading === 'unfinished') unfinished = true
      else if (reading !== 'none') return reading
    }
    return unfinished ? 'unfinished' : 'none'
  }

  /**
   * Keeps trailing line breaks in the buffer, because they are dropped before a line of another speaker. Also keeps blank text before the
   * first words, because an answer that begins with such a line is empty.
   */
  #release(end: number): string {
    const released = withoutBreaks(this.#buffer.slice(0, end))
    this.#hasText ||= !isBlank(released)
    if (!this.#hasText) return ''
    this.#buffer = this.#buffer.slice(released.length)
    return released
  }
}

/** Removes the line breaks at the end of a text. */
const withoutBreaks = (text: string): string => {
  const end = text.trimEnd().length
  const at = text.slice(end).search(/[\r\n]/)
  return at === -1 ? text : text.slice(0, end + at)
}
