import { loreSources, type LoreSource } from '../domain/entry.ts'
import type { Key } from './keys.ts'
import { engineLimits } from './limits.ts'
import type { Candidate } from './prepare.ts'
import { TextIndex } from './text_index.ts'
import type { ActivationContext, LoreMessage, PatternMatches, RereadText } from './types.ts'

/** What an entry reads in a pass. */
export interface Reach {
  messages: number
  /** Texts of used entries. */
  reread: boolean
}

/** The messages as they are read: newest first, each as `Name: text`, or as its text when it has no speaker. Bounded in number and size. */
export const toScannedTexts = (messages: readonly LoreMessage[], depth: number): string[] => {
  const texts: string[] = []
  let units = 0
  for (let at = messages.length - 1; at >= 0 && texts.length < depth; at--) {
    const { name, text } = messages[at]!
    units += name.length + text.length + 2
    if (units > engineLimits.chatUnitsMax) break
    texts.push(name === '' ? text : `${name}: ${text}`)
  }
  return texts
}

/** Looks for keys in the messages, the sources, the notes and the texts of used entries. */
export class KeyFinder {
  readonly #messages: TextIndex
  readonly #notes: TextIndex
  readonly #sources: ReadonlyMap<LoreSource, TextIndex>
  readonly #reread = new TextIndex()
  readonly #rereadTexts: RereadText[] = []
  readonly #patterns: PatternMatches
  #rereadUnits = 0

  constructor(texts: readonly string[], { sources, notes }: ActivationContext, patterns: PatternMatches) {
    this.#messages = new TextIndex(texts)
    this.#notes = new TextIndex(notes)
    this.#sources = new Map(
      loreSources.flatMap((source) => {
        const text = sources[source]
        return text ? [[source, new TextIndex([text])] as const] : []
      })
    )
    this.#patterns = patterns
  }

  /** The texts of used entries so far. */
  get reread(): readonly RereadText[] {
    return this.#rereadTexts
  }

  /** Adds the text of a used entry. False when the texts exceed their limit. */
  addReread(entryKey: string, text: string): boolean {
    this.#rereadUnits += text.length
    if (this.#rereadUnits > engineLimits.rereadUnitsMax) return false
    this.#reread.add(text)
    this.#rereadTexts.push({ key: entryKey, text })
    return true
  }

  has(key: Key, candidate: Candidate, { messages, reread }: Reach): boolean {
    if (key.match === 'pattern') return this.#hasPattern(key.pattern, candidate, { messages, reread })
    if (key.at === -1) key.at = this.#messages.find(key)
    if (key.at < messages) return true
    if (this.#notes.size > 0 && this.#notes.find(key) < Infinity) return true
    for (const source of candidate.entry.alsoReads)
      if ((this.#sources.get(source)?.find(key) ?? Infinity) < Infinity) return true
    return reread && this.#reread.size > 0 && this.#reread.find(key) < Infinity
  }

  #hasPattern(pattern: string, { book, entry }: Candidate, { messages, reread }: Reach): boolean {
    const hit = this.#patterns.slowBooks.has(book.id) ? undefined : this.#patterns.hits.get(pattern)
    if (!hit) return false
    return (
      hit.messages <= messages ||
      hit.inNotes ||
      entry.alsoReads.some((source) => hit.sources.has(source)) ||
      (reread && this.#rereadTexts.some(({ key }) => hit.entries.has(key)))
    )
  }
}
