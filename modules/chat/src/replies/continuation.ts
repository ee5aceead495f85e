/** So much of the cut text is compared with the beginning of what follows, in UTF-16 units. */
const overlapMax = 200

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Joins a continuation to the text that was cut, as its pieces arrive. A text may be cut within a word, and models begin a message
 * without a blank, so the first piece alone doesn't say whether it goes on with that word. The prompt therefore asks the model to begin
 * with the last word written out whole (`goOn` in build_prompt.ts), and what it repeats is removed here. See decision 34.
 */
export class Continuation {
  readonly #before: string
  /** The beginning, until it is clear how much of it repeats the cut text. */
  #held = ''
  #isJoined: boolean

  /** `before` is empty for a reply that continues nothing. */
  constructor(before: string) {
    this.#before = before
    this.#isJoined = before === ''
  }

  /** What to append for the next piece; empty while pieces are held back. */
  push(text: string): string {
    if (this.#isJoined) return text
    this.#held += text
    if (mayRepeatMore(this.#before, this.#held)) return ''
    const added = joined(this.#before, this.#held)
    // As long as everything was repetition, the blanks that follow it belong to it too.
    this.#isJoined = added !== ''
    return added
  }

  /** What was held back when the reply ended. */
  end(): string {
    if (this.#isJoined) return ''
    this.#isJoined = true
    return joined(this.#before, this.#held)
  }
}

/** What to append to `before`, given all of `text`. */
export const joined = (before: string, text: string): string => {
  const overlap = overlapOf(before, text)
  if (overlap > 0) return withoutSecondBlank(before, text.trimStart().slice(overlap))
  if (/\s$/u.test(before) || /^\s/u.test(text)) return withoutSecondBlank(before, text)
  return isNewWord(before, text) ? ` ${text}` : text
}

const withoutSecondBlank = (before: string, text: string) => (/\s$/u.test(before) ? text.replace(/^ +/, '') : text)

/** Where in the tail of `before` a repetition may begin: at words, in scripts without blanks anywhere. */
const tailsOf = (before: string): string[] => {
  const text = before.trimEnd().slice(-overlapMax)
  const tails: string[] = []
  for (let at = 0; at < text.length; at++) {
    const isWordStart = /[\p{L}\p{N}]/u.test(text[at]!) && !/[\p{L}\p{N}\p{M}]/u.test(text[at - 1] ?? ' ')
    if (isWordStart || (unspaced.test(text[at]!) && at < text.length - 1)) tails.push(text.slice(at))
  }
  return tails
}

/** Messages begin with a capital, also where the word in the middle of a sentence has none. */
const isSame = (one: string, other: string) => one === other || one.toLowerCase() === other.toLowerCase()

/** How much of `text`, without blanks before it, repeats the end of `before`. */
const overlapOf = (before: string, text: string): number => {
  const begun = text.trimStart()
  const repeated = tailsOf(before).find((tail) => begun !== '' && isSame(begun.slice(0, tail.length), tail))
  return repeated?.length ?? 0
}

const mayRepeatMore = (before: string, text: string): boolean => {
  const begun = text.trimStart()
  return tailsOf(before).some((tail) => begun.length < tail.length && isSame(tail.slice(0, begun.length), begun))
}

/** Where the model repeated nothing. True only where a blank can't fall within a word; a letter after a letter gets none. */
const isNewWord = (before: string, text: string): boolean => {
  const last = /.$/su.exec(before)?.[0] ?? ''
  const first = /^./su.exec(text)?.[0] ?? ''
  if (unspaced.test(last) || unspaced.test(first)) return false
  // These marks look the same at both ends: an odd number of them is open.
  const isOpen = (mark: string) => before.split(mark).length % 2 === 0
  const isPaired = (mark: string) => mark === '*' || mark === '"'
  const opens = isPaired(first) ? !isOpen(first) : /[“‘«([]/u.test(first)
  const isLetter = /\p{L}/u.test(first)
  if (/[\p{L}\p{N}]/u.test(last)) return opens || (/\p{Lu}/u.test(first) && !/\p{Lu}/u.test(last))
  const closed = isPaired(last) ? !isOpen(last) : /[.!?…,;:”»)\]]/u.test(last)
  return closed && (opens || isLetter)
}
