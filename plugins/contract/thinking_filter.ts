import { answerMarks, thinkingMarks, type ThinkingMark } from './thinking_marks.ts'

/** How much text may come before a closing mark that has no opening mark, in UTF-16 units. */
const orphanMax = 100_000
/** The longest mark that is waited for, in UTF-16 units. */
const markMax = 120

const startsMark = /[<[◁]/
const templateMarks = thinkingMarks.filter(({ isOpenedByTemplate }) => isOpenedByTemplate)
const orphan = new RegExp(templateMarks.map(({ closing }) => closing.source).join('|'), 'i')
const anyOpening = new RegExp(thinkingMarks.map(({ opening }) => opening.source.slice(1)).join('|'), 'i')
const openings = [...thinkingMarks.flatMap((mark) => mark.openings), ...answerMarks.openings]
type Block = Pick<ThinkingMark, 'closing' | 'closings'>
/** The block of a text whose opening mark is in the prompt. */
const assumedBlock: Block = { closing: orphan, closings: templateMarks.flatMap((mark) => mark.closings) }
const marksInText = [...thinkingMarks.flatMap((mark) => mark.openings), ...assumedBlock.closings]

/**
 * Separates a model's reasoning from its answer, where both are in one text. One instance per reply; deltas may be split anywhere.
 *
 * - Blocks at the start of the text are reasoning, with the white space around them. An unclosed block lasts to the end.
 * - A closing mark without an opening mark makes the text before it reasoning: the chat template has put the opening mark into the prompt.
 *   Text that was already given is taken back (`takeRetraction`).
 * - A block after the answer has begun is part of the answer.
 *
 * `isOpened` treats the text as reasoning from its first character, for a model that is known to leave out the opening mark.
 */
export class ThinkingFilter {
  #state: 'start' | 'thinking' | 'answer' | 'settled'
  /** Text that may be a part of a mark. */
  #held = ''
  #block: Block | null = null
  #hasThought = false
  /** The reasoning since the last `takeThought`. */
  #thought = ''
  /** All text of a block that only `isOpened` has opened. It is the answer if no mark closes it. */
  #assumed: string | null = null
  #answerLength = 0
  #hasRetracted = false
  #isOrphaned = false

  constructor({ isOpened = false } = {}) {
    this.#state = 'start'
    if (isOpened) this.#assumed = ''
  }

  /** True from the start of the first block to the start of the answer. */
  get isThinking(): boolean {
    return this.#hasThought && (this.#state === 'start' || this.#state === 'thinking')
  }

  /** Whether a closing mark came without an opening mark. */
  get isOrphaned(): boolean {
    return this.#isOrphaned
  }

  push(delta: string): string {
    // Fast paths for the common case.
    if (this.#state === 'settled' || delta === '') return delta
    if (this.#state === 'answer') return this.#watch(delta)
    this.#held += delta
    for (;;) {
      if (this.#state === 'thinking' && !this.#endBlock()) return ''
      const text = this.#held.trimStart()
      const block = thinkingMarks.find(({ opening }) => opening.test(text))
      if (block) {
        this.#held = text.replace(block.opening, '')
        this.#open(block)
        continue
      }
      if (answerMarks.opening.test(text)) {
        this.#held = text.replace(answerMarks.opening, '')
        continue
      }
      if (text === '' || mayBeOpening(text)) return ''
      if (this.#assumed !== null && !this.#hasThought) {
        this.#open(assumedBlock)
        continue
      }
      return this.#begin()
    }
  }

  /** Ends `isOpened`, because the model turns out to send its reasoning apart from the text. */
  expectMark(): void {
    if (!this.#hasThought) this.#assumed = null
  }

  /** Returns and clears the reasoning since the last call. */
  takeThought(): string {
    const thought = this.#thought
    if (thought !== '') this.#thought = ''
    return thought
  }

  /** Returns once that all text given so far is reasoning and not the answer. */
  takeRetraction(): boolean {
    const hasRetracted = this.#hasRetracted
    if (hasRetracted) this.#hasRetracted = false
    return hasRetracted
  }

  /** Returns the text of the answer that was held back. `isWhole`: the model ended its answer by itself. */
  end(isWhole = true): string {
    if (this.#state === 'thinking') {
      const text = (this.#assumed ?? '') + this.#held
      if (!isWhole || this.#assumed === null) return ''
      // The model has left out its reasoning, too.
      this.#thought = ''
      this.#hasThought = false
      this.#state = 'settled'
      return text
    }
    const held = this.#held
    this.#held = ''
    const isStart = this.#state === 'start'
    this.#state = 'settled'
    return isStart && this.#hasThought ? held.trimStart() : held
  }

  #open(block: Block): void {
    if (block !== assumedBlock) this.#assumed = null
    this.#block = block
    this.#state = 'thinking'
    this.#hasThought = true
  }

  /** Ends the block at its closing mark. Returns false if that hasn't come yet. */
  #endBlock(): boolean {
    const found = this.#block!.closing.exec(this.#held)
    const end = found?.index ?? startOfMark(this.#held, this.#block!.closings)
    const thought = this.#held.slice(0, end)
    this.#thought += thought
    if (this.#assumed !== null) this.#assumed += thought
    this.#held = this.#held.slice(found ? end + found[0].length : end)
    if (!found) return false
    if (this.#assumed !== null) this.#isOrphaned = true
    this.#assumed = null
    this.#state = 'start'
    return true
  }

  #begin(): string {
    const text = this.#hasThought ? this.#held.trimStart() : this.#held
    this.#held = ''
    // After reasoning, no other closing mark is expected.
    this.#state = this.#hasThought ? 'settled' : 'answer'
    return this.#state === 'settled' ? text : this.#watch(text)
  }

  /** Looks for a closing mark without an opening mark in the answer. */
  #watch(delta: string): string {
    if (this.#held === '' && !startsMark.test(delta)) {
      this.#answerLength += delta.length
      if (this.#answerLength > orphanMax) this.#state = 'settled'
      return delta
    }
    const text = this.#held + delta
    this.#held = ''
    const found = orphan.exec(text)
    const opening = anyOpening.exec(text)
    if (found && !(opening && opening.index < found.index)) {
      this.#thought += text.slice(0, found.index)
      this.#hasRetracted = this.#answerLength > 0
      this.#isOrphaned = this.#hasThought = true
      this.#state = 'start'
      return this.push(text.slice(found.index + found[0].length))
    }
    if (opening) {
      this.#state = 'settled'
      return text
    }
    const end = startOfMark(text, marksInText)
    this.#held = text.slice(end)
    this.#answerLength += end
    return text.slice(0, end)
  }
}

/** Whether the text is the beginning of an opening mark. */
const mayBeOpening = (text: string): boolean => {
  if (!startsMark.test(text[0]!) || text.length > markMax) return false
  const start = text.toLowerCase().replace(/\s/g, '')
  if (openings.some((mark) => mark.startsWith(start))) return true
  // Attributes may follow the name of a tag.
  return (
    openings.some((mark) => mark.startsWith('<') && text.toLowerCase().startsWith(`${mark.slice(0, -1)} `)) &&
    /^<[^<>]*$/.test(text)
  )
}

/** Returns where a mark begins that the end of the text cuts. The length of the text if there is none. */
const startOfMark = (text: string, marks: readonly string[]): number => {
  for (let at = Math.max(0, text.length - markMax); at < text.length; at++) {
    if (!startsMark.test(text[at]!)) continue
    const end = text.slice(at).toLowerCase().replace(/\s/g, '')
    if (marks.some((mark) => mark.startsWith(end)) || /^<\/[\w:]*$/.test(end)) return at
  }
  return text.length
}
