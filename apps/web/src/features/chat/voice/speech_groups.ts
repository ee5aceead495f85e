import { voiceLimits } from '#modules/voice/api'
import { finishedSentences } from '../take_sentences.ts'
import type { SpokenPiece } from './spoken_text.ts'

/** A group of sentences grows up to this length, so that a voice has few pauses and a price buys a few sentences. */
const groupLength = 280
/** Longer sentences are cut between words. */
const sentenceMax = 600

/** `same`: one voice reads everything. `none`: only speech is read. */
export type NarratorKind = 'same' | 'other' | 'none'

/**
 * Groups the sentences of a message that may grow. The same text always makes the same groups, however it arrives, so that kept audio is
 * found again. The first group of a message is one sentence, which is soon spoken.
 */
export class SpeechGroups {
  /** The number of characters of the message that were read. */
  #taken = 0
  #isFirst = true
  #open: SpokenPiece | null = null
  readonly #narrator: NarratorKind

  constructor(narrator: NarratorKind) {
    this.#narrator = narrator
  }

  /** Returns the groups that are complete, given the pieces of the whole text so far. */
  take(pieces: readonly SpokenPiece[], isFinished: boolean): SpokenPiece[] {
    const text = pieces
      .map((piece) => piece.text)
      .join('')
      .slice(0, voiceLimits.messageMax)
    const groups: SpokenPiece[] = []
    const rest = text.slice(this.#taken)
    const sentences = finishedSentences(rest)
    if (isFinished) sentences.push(rest.slice(sentences.join('').length))
    for (const sentence of sentences) {
      const end = this.#taken + sentence.length
      for (const part of partsBetween(pieces, this.#taken, end)) this.#add(part, groups)
      this.#taken = end
      if (this.#open && (this.#isFirst || this.#open.text.trim().length >= groupLength / 2)) this.#close(groups)
    }
    if (isFinished) this.#close(groups)
    return groups
  }

  #add({ text, isSpeech }: SpokenPiece, groups: SpokenPiece[]): void {
    if (!isSpeech && this.#narrator === 'none') return
    const voice = isSpeech || this.#narrator === 'same'
    for (const part of cut(text.replaceAll(/\s+/g, ' '))) {
      const open = this.#open
      if (open && (open.isSpeech !== voice || open.text.length + part.length > groupLength)) this.#close(groups)
      const before = this.#open?.text ?? ''
      // White space may arrive later than its sentence, and doesn't count.
      const added = before === '' || before.endsWith(' ') ? part.trimStart() : part
      if (before + added !== '') this.#open = { text: before + added, isSpeech: voice }
    }
  }

  #close(groups: SpokenPiece[]): void {
    const open = this.#open
    this.#open = null
    const text = open?.text.trim() ?? ''
    // Marks alone have no sound.
    if (!open || !/[\p{L}\p{N}]/u.test(text)) return
    groups.push({ text, isSpeech: open.isSpeech })
    this.#isFirst = false
  }
}

/** Returns the pieces between two positions in the text of all pieces. */
function partsBetween(pieces: readonly SpokenPiece[], from: number, to: number): SpokenPiece[] {
  const parts: SpokenPiece[] = []
  let at = 0
  for (const { text, isSpeech } of pieces) {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    if (part !== '') parts.push({ text: part, isSpeech })
    at += text.length
    if (at >= to) break
  }
  return parts
}

/** Cuts a long sentence after a space, or else between characters. */
function cut(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > sentenceMax) {
    const space = rest.lastIndexOf(' ', sentenceMax)
    const end = space > 0 ? space + 1 : sentenceMax - Number(/[\ud800-\udbff]/.test(rest[sentenceMax - 1]!))
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest]
}
