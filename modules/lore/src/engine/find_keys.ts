import { loreSources, type LoreSource } from '../domain/entry.ts'
import type { Key } from './keys.ts'
import { engineLimits } from './limits.ts'
import type { Candidate } from './prepare.ts'
import { TextIndex } from './text_index.ts'
import type { ActivationContext, LoreMessage, PatternMatches, RereadText } from './types.ts'

/** The texts that an entry reads in a pass. */
export interface Reach {
  messages: number
  /** Whether the entry reads the texts of used entries. */
  reread: boolean
}

/**
 * Returns the messages as entries read them, newest first: `Name: text`, or only the text if there is no speaker. Limits their number and
 * total size.
 */
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

/** The texts that entries read besides those of other entries. */
export interface OutsideTexts {
  messages: TextIndex
  notes: TextIndex
  sources: ReadonlyMap<LoreSource, TextIndex>
}

export const outsideTexts = (texts: readonly string[], { sources, notes }: ActivationContext): OutsideTexts => ({
  messages: new TextIndex(texts),
  notes: new TextIndex(notes),
  sources: new Map(
    loreSources.flatMap((source) => {
      const text = sources[source]
      return text ? [[source, new TextIndex([text])] as const] : []
    })
  ),
})

/** Looks for keys in the messages, the sources, the notes and the texts of used entries. */
export class KeyFinder {
  readonly #reread = new TextIndex()
  readonly #rereadTexts: RereadText[] = []
  #rereadUnits = 0

  constructor(
    private readonly outside: OutsideTexts,
    private readonly patterns: PatternMatches
  ) {}

  /** The texts of used entries so far. */
  get reread(): readonly RereadText[] {
    return this.#rereadTexts
  }

  /** Adds the text of a used entry. Returns false if the texts would exceed their limit. */
  addReread(entryKey: string, text: string): boolean {
    this.#rereadUnits += text.length
    if (this.#rereadUnits > engineLimits.rereadUnitsMax) return false
    this.#reread.add(text)
    this.#rereadTexts.push({ key: entryKey, text })
    return true
  }

  has(key: Key, candidate: Candidate, reach: Reach): boolean {
    return this.#isOutside(key, candidate, reach) || (reach.reread && this.#entryWith(key, candidate) !== null)
  }

  /** Returns the entry key of the first used entry whose text has this key. Undefined if a message, note or source has it, too. */
  inEntry(key: Key, candidate: Candidate, reach: Reach): string | undefined {
    if (!reach.reread || this.#isOutside(key, candidate, reach)) return undefined
    return this.#entryWith(key, candidate) ?? undefined
  }

  /** Returns whether the key is in the messages, the notes or the sources. */
  #isOutside(key: Key, candidate: Candidate, { messages }: Reach): boolean {
    if (key.match === 'pattern') {
      const hit = this.#hitsOf(key.pattern, candidate)
      if (!hit) return false
      return (
        hit.messages <= messages || hit.inNotes || candidate.entry.alsoReads.some((source) => hit.sources.has(source))
      )
    }
    const { work, entry } = candidate
    const outside = this.outside
    if (outside.messages.find(key, work) < messages) return true
    if (outside.notes.size > 0 && outside.notes.find(key, work) < Infinity) return true
    for (const source of entry.alsoReads)
      if ((outside.sources.get(source)?.find(key, work) ?? Infinity) < Infinity) return true
    return false
  }

  #entryWith(key: Key, candidate: Candidate): string | null {
    if (key.match === 'pattern') {
      const hit = this.#hitsOf(key.pattern, candidate)
      return this.#rereadTexts.find(({ key }) => hit?.entries.has(key))?.key ?? null
    }
    if (this.#reread.size === 0) return null
    return this.#rereadTexts[this.#reread.find(key, candidate.work)]?.key ?? null
  }

  #hitsOf(pattern: string, { book }: Candidate) {
    return this.patterns.unmatched.has(book.id) ? undefined : this.patterns.hits.get(pattern)
  }
}
