import { markTexts } from '../../prompts/index.ts'

/**
 * Removes the marks of prompt sections, such as `<<Note>>` and `<<end>>`, from an answer of a model that imitates them. A mark at the
 * beginning of a line takes its line break along. The result depends only on the whole text, not on where the pieces begin.
 */
export class MarkFilter {
  readonly #names: readonly string[]
  /** Made for the first `<<`, which most answers don't have. */
  #marks: readonly string[] | null = null
  #buffer = ''
  #isLineStart = true
  #isAfterMark = false

  /** `names`: the participants of the chat, because titles contain them. */
  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** Returns the text to append; empty while pieces are buffered. */
  push(text: string): string {
    this.#buffer += text
    return this.#read(false)
  }

  /** Returns the rest of the buffer at the end of the answer. */
  end(): string {
    return this.#read(true)
  }

  #read(isWhole: boolean): string {
    const buffer = this.#buffer
    let [text, at] = ['', 0]
    const release = (end: number) => {
      const [start, released] = [at, buffer.slice(at, end)]
      at = end
      if (released === '') return
      const breaks = this.#isAfterMark ? /^(?:\r\n?|\n)/.exec(released) : null
      this.#isAfterMark = false
      text += breaks ? released.slice(breaks[0].length) : released
      this.#isLineStart = buffer[start + released.length - 1] === '\n'
    }
    while (at < buffer.length) {
      const open = buffer.indexOf('<', at)
      if (open === -1) {
        // The line break after a mark may be in two pieces.
        if (this.#isAfterMark && buffer.slice(at) === '\r' && !isWhole) break
        release(buffer.length)
        break
      }
      release(open)
      const length = this.#markAt(buffer, open, isWhole)
      if (length === 'unfinished') break
      if (length === 0) {
        release(open + 1)
        continue
      }
      at = open + length
      this.#isAfterMark = this.#isLineStart
    }
    this.#buffer = buffer.slice(at)
    return text
  }

  /** Returns the length of the mark that begins at `start`, 0 for none, or `unfinished` while more text may make it one. */
  #markAt(text: string, start: number, isWhole: boolean): number | 'unfinished' {
    const open = /^<(?: ?<? ?)/.exec(text.slice(start, start + 4))![0]
    const from = start + open.length
    if (!/^< ?</.test(open)) return from === text.length && !isWhole ? 'unfinished' : 0
    let length = 0
    let isUnfinished = false
    this.#marks ??= markTexts(this.#names).map(folded)
    for (const mark of this.#marks) {
      const written = folded(text.slice(from, from + mark.length))
      if (written === mark) {
        const rest = text.slice(from + mark.length, from + mark.length + 4)
        const close = /^ ?> ?>/.exec(rest)
        if (close) length = from + mark.length + close[0].length - start
        else isUnfinished ||= /^ ?>? ?$/.test(rest)
      } else isUnfinished ||= from + written.length === text.length && mark.startsWith(written)
    }
    return isUnfinished && !isWhole ? 'unfinished' : length
  }
}

/** Keeps the length of the text. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll('’', "'")
