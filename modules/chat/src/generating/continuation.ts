import { isUnspaced } from '#modules/kernel/words'

/** How much of the end of the cut text is compared with the continuation, in UTF-16 units. */
const overlapMax = 200

/**
 * Joins a continuation to the text that was cut, piece by piece. A text may be cut within a word, and models begin a message without a
 * space. So the first piece doesn't show whether it continues that word. The prompt therefore asks the model to begin with the whole last
 * word (`continueInstruction` in prompt_texts.ts), and this class removes the repetition. See decision 34.
 *
 * A model that continues its own message repeats nothing. Only the spaces at the end of the cut text may be repeated, because providers
 * leave them out of the prompt.
 */
export class Continuation {
  readonly #before: string
  readonly #isPrefilled: boolean
  /** The beginning of the continuation, buffered until it is clear how much of it is repetition. */
  #buffer = ''
  #isJoined: boolean

  /** `before`: the cut text; empty for other replies. */
  constructor(before: string, { isPrefilled = false } = {}) {
    this.#before = before
    this.#isPrefilled = isPrefilled
    this.#isJoined = before === '' || (isPrefilled && before.trimEnd() === before)
  }

  /** Returns the text to append; empty while pieces are buffered. */
  push(text: string): string {
    if (this.#isJoined) return text
    this.#buffer += text
    if (this.#isPrefilled) {
      if (this.#buffer.trim() === '') return ''
      return this.end()
    }
    if (mayRepeatMore(this.#before, this.#buffer)) return ''
    const added = joined(this.#before, this.#buffer)
    // Spaces directly after the repetition are removed, too.
    this.#isJoined = added !== ''
    return added
  }

  /** Returns the rest of the buffer at the end of the reply. */
  end(): string {
    if (this.#isJoined) return ''
    this.#isJoined = true
    return this.#isPrefilled ? withoutRepeatedSpace(this.#before, this.#buffer) : joined(this.#before, this.#buffer)
  }
}

/** Returns the text to append to `before` when the model's whole answer is `text`. */
export const joined = (before: string, text: string): string => {
  const overlap = overlapOf(before, text)
  if (overlap > 0) return withoutDoubleSpace(before, text.trimStart().slice(overlap))
  if (/\s$/u.test(before) || /^\s/u.test(text)) return withoutDoubleSpace(before, text)
  return isNewWord(before, text) ? ` ${text}` : text
}

/** Removes the white space at the start of `text` that `before` ends with. */
const withoutRepeatedSpace = (before: string, text: string): string => {
  const [space] = /\s*$/u.exec(before)!
  for (let length = space.length; length > 0; length--)
    if (text.startsWith(space.slice(-length))) return text.slice(length)
  return text
}

const withoutDoubleSpace = (before: string, text: string) => (/\s$/u.test(before) ? text.replace(/^ +/, '') : text)

/** Returns the ends of `before` that may be repeated. They begin at each word, or at any character in scripts without spaces. */
const tailsOf = (before: string): string[] => {
  const text = before.trimEnd().slice(-overlapMax)
  const tails: string[] = []
  for (let at = 0; at < text.length; at++) {
    const isWordStart = /[\p{L}\p{N}]/u.test(text[at]!) && !/[\p{L}\p{N}\p{M}]/u.test(text[at - 1] ?? ' ')
    if (isWordStart || (isUnspaced(text[at]!) && at < text.length - 1)) tails.push(text.slice(at))
  }
  return tails
}

/** Ignores case, because models capitalize the first word of a message. */
const isSame = (left: string, right: string) => left === right || left.toLowerCase() === right.toLowerCase()

/** Returns the length of the repetition at the start of `text`, without leading spaces. */
const overlapOf = (before: string, text: string): number => {
  const start = text.trimStart()
  const repeated = tailsOf(before).find((tail) => start !== '' && isSame(start.slice(0, tail.length), tail))
  return repeated?.length ?? 0
}

const mayRepeatMore = (before: string, text: string): boolean => {
  const start = text.trimStart()
  return tailsOf(before).some((tail) => start.length < tail.length && isSame(tail.slice(0, start.length), start))
}

/** Whether to insert a space when the model repeated nothing. False if that could split a word, as between two letters. */
const isNewWord = (before: string, text: string): boolean => {
  const last = /.$/su.exec(before)?.[0] ?? ''
  const first = /^./su.exec(text)?.[0] ?? ''
  if (isUnspaced(last) || isUnspaced(first)) return false
  // Opening and closing marks are the same character, so an odd number of marks means that one is open.
  const isOpen = (mark: string) => before.split(mark).length % 2 === 0
  const isPaired = (mark: string) => mark === '*' || mark === '"'
  const opens = isPaired(first) ? !isOpen(first) : /[“‘«([]/u.test(first)
  const isLetter = /\p{L}/u.test(first)
  if (/[\p{L}\p{N}]/u.test(last)) return opens || (/\p{Lu}/u.test(first) && !/\p{Lu}/u.test(last))
  const closed = isPaired(last) ? !isOpen(last) : /[.!?…,;:”»)\]]/u.test(last)
  return closed && (opens || isLetter)
}
