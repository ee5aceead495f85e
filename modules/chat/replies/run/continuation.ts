import { isUnspaced } from '#modules/kernel/words'

/** How much of the end of the cut text is compared with the continuation, in UTF-16 units. */
const overlapMax = 200
/** A shorter repetition of a whole text may be a choice of the model, in UTF-16 units. */
const repetitionMin = 16
/** How many paragraphs at the end of a whole text are compared with the continuation. */
const paragraphsMax = 20

/**
 * Joins a continuation to the text that was cut, piece by piece. A text may be cut within a word, and models begin a message without a
 * space. So the first piece doesn't show whether it continues that word. The prompt therefore asks the model to begin with the whole last
 * word (`continueInstruction` in prompt_texts.ts), and this class removes the repetition. See decision 34.
 *
 * A whole text doesn't end within a word, and the model isn't asked to repeat anything. Some models still begin with the whole message, its
 * last paragraphs or its last sentences, which are removed, too.
 *
 * A model that continues its own message repeats nothing. Only the spaces at the end of the cut text may be repeated, because providers
 * leave them out of the prompt.
 */
export class Continuation {
  readonly #before: string
  readonly #isPrefilled: boolean
  readonly #isWhole: boolean
  /** The ends of the text that the model may be repeating, longest first. */
  #tails: readonly string[]
  /** The pieces of the continuation so far, kept until it is clear how much of it is repetition. */
  #pieces: string[] = []
  /** The length of the continuation without its first spaces, as far as it was compared with the ends. */
  #compared = 0
  /** Half a character at the end of the last piece. Its case is only known with the other half. */
  #half = ''
  /** The model has repeated all that it will, and added nothing but spaces. */
  #hasRepeated = false
  #isJoined: boolean

  /** `before`: the cut text; empty for other replies. */
  constructor(before: string, { isPrefilled = false, isWhole = false } = {}) {
    this.#before = before
    this.#isPrefilled = isPrefilled
    this.#isWhole = isWhole
    this.#tails = isPrefilled ? [] : isWhole ? tailsOfWhole(before) : tailsOf(before)
    this.#isJoined = before === '' || (isPrefilled && before.trimEnd() === before)
  }

  /** Returns the text to append; empty while pieces are buffered. */
  push(text: string): string {
    if (this.#isJoined) return text
    this.#pieces.push(text)
    if (this.#isPrefilled) return text.trim() === '' ? '' : this.end()
    this.#compare(text)
    if (this.#mayRepeatMore()) return ''
    // Spaces directly after the repetition are removed, too.
    if (this.#hasRepeated && /\s$/u.test(this.#before) && /^ *$/u.test(text)) return ''
    const added = this.#joined()
    this.#isJoined = added !== ''
    this.#hasRepeated = true
    return added
  }

  /** Drops the ends that differ from a new piece. Compares only that piece, because a long text may come in thousands of them. */
  #compare(text: string) {
    const piece = this.#half + (this.#compared === 0 && this.#half === '' ? text.trimStart() : text)
    this.#half = /[\uD800-\uDBFF]$/.exec(piece)?.[0] ?? ''
    const whole = this.#half === '' ? piece : piece.slice(0, -1)
    if (whole === '') return
    const from = this.#compared
    this.#compared += whole.length
    this.#tails = this.#tails.filter((tail) => {
      const expected = tail.slice(from, this.#compared)
      return isSame(expected, whole.slice(0, expected.length))
    })
  }

  /** Returns the rest of the buffer at the end of the reply. */
  end(): string {
    if (this.#isJoined) return ''
    this.#isJoined = true
    if (this.#isPrefilled) return withoutRepeatedSpace(this.#before, this.#pieces.join(''))
    // The answer ended within the repetition of a whole text.
    const isRepetition = this.#isWhole && this.#pieces.join('').trim().length >= repetitionMin && this.#mayRepeatMore()
    return isRepetition ? '' : this.#joined()
  }

  #mayRepeatMore(): boolean {
    return this.#tails.some((tail) => this.#compared < tail.length)
  }

  #joined(): string {
    const [before, text] = [this.#before, this.#pieces.join('')]
    const start = text.trimStart()
    const repeated = this.#tails.find((tail) => tail.length <= start.length)
    const rest = repeated === undefined ? text : start.slice(repeated.length)
    if (/\s$/u.test(before) || /^\s/u.test(rest)) return withoutDoubleSpace(before, rest)
    if (repeated !== undefined && !this.#isWhole) return rest
    return isNewWord(before, rest, this.#isWhole) ? ` ${rest}` : rest
  }
}

/** Removes the white space at the start of `text` that `before` ends with. */
const withoutRepeatedSpace = (before: string, text: string): string => {
  const space = before.slice(before.trimEnd().length).slice(-overlapMax)
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

/** Returns the whole text, its last paragraphs, and the ends that begin at a word near its end. */
const tailsOfWhole = (before: string): string[] => {
  const text = before.trimEnd()
  const paragraphs: string[] = []
  for (let at = text.length; paragraphs.length < paragraphsMax && at > 0;) {
    at = text.lastIndexOf('\n', at - 1)
    if (at === -1) break
    paragraphs.unshift(text.slice(at + 1))
  }
  return [text.trimStart(), ...paragraphs, ...tailsOf(before)]
    .filter((tail) => tail.length >= repetitionMin)
    .sort((left, right) => right.length - left.length)
}

/** Ignores case, because models capitalize the first word of a message. */
const isSame = (left: string, right: string) => left === right || folded(left) === folded(right)

/** In lower case, whatever comes next: at the end of a word, a capital sigma becomes another letter than within. */
const folded = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/**
 * Whether to insert a space when the model repeated nothing. False if that could split a word, as between two letters of a text that isn't
 * whole.
 */
const isNewWord = (before: string, text: string, isWhole: boolean): boolean => {
  const last = /.$/su.exec(before)?.[0] ?? ''
  const first = /^./su.exec(text)?.[0] ?? ''
  if (isUnspaced(last) || isUnspaced(first)) return false
  // Opening and closing marks are the same character, so an odd number of marks means that one is open.
  const isOpen = (mark: string) => before.split(mark).length % 2 === 0
  const isPaired = (mark: string) => mark === '*' || mark === '"'
  const opens = isPaired(first) ? !isOpen(first) : /[“‘«([]/u.test(first)
  const isLetter = /\p{L}/u.test(first)
  if (isWhole && /[\p{L}\p{N}]/u.test(first)) return true
  if (/[\p{L}\p{N}]/u.test(last)) return opens || (/\p{Lu}/u.test(first) && !/\p{Lu}/u.test(last))
  const closed = isPaired(last) ? !isOpen(last) : /[.!?…,;:”»)\]]/u.test(last)
  return closed && (opens || isLetter)
}
