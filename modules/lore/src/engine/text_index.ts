import { folded, indexOfWord, spacedWords } from '#modules/kernel/words'
import type { Key } from './keys.ts'
import type { Work } from './work.ts'

/** The length of the character sequences in the filter. */
const gramLength = 4
const gramBits = 17
const gramMask = (1 << gramBits) - 1

/** The same for keys that are shorter than that, such as words of two Chinese characters. */
const pairBits = 16
const pairMask = (1 << pairBits) - 1

interface Layer {
  texts: string[]
  /** The index of the first text that contains a word, by word. */
  words: Map<string, number>
  /**
   * Bit sets with the hashes of all sequences in the texts. If the hash of one of a key's sequences is missing, no text contains the key.
   */
  grams: Uint32Array
  pairs: Uint32Array
}

const newLayer = (): Layer => ({
  texts: [],
  words: new Map(),
  grams: new Uint32Array((gramMask + 1) / 32),
  pairs: new Uint32Array((pairMask + 1) / 32),
})

const hashAt = (text: string, at: number): number => {
  let hash = text.charCodeAt(at)
  for (let offset = 1; offset < gramLength; offset++) hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(at + offset)
  return (hash ^ (hash >>> gramBits)) & gramMask
}

const pairAt = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 0x9e3b) ^ text.charCodeAt(at + 1)) & pairMask

const hasBit = (bits: Uint32Array, hash: number): boolean => (bits[hash >>> 5]! & (1 << (hash & 31))) !== 0

const addTo = ({ texts, words, grams, pairs }: Layer, text: string) => {
  const index = texts.push(text) - 1
  for (const word of spacedWords(text)) if (!words.has(word)) words.set(word, index)
  for (let at = 0; at + gramLength <= text.length; at++) {
    const hash = hashAt(text, at)
    grams[hash >>> 5]! |= 1 << (hash & 31)
  }
  for (let at = 0; at + 2 <= text.length; at++) {
    const hash = pairAt(text, at)
    pairs[hash >>> 5]! |= 1 << (hash & 31)
  }
}

const mayHave = ({ grams, pairs }: Layer, key: string): boolean => {
  if (key.length < gramLength) {
    for (let at = 0; at + 2 <= key.length; at++) if (!hasBit(pairs, pairAt(key, at))) return false
    return true
  }
  for (let at = 0; at + gramLength <= key.length; at++) if (!hasBit(grams, hashAt(key, at))) return false
  return true
}

/** Null: there is no work left. */
const hasBounded = (text: string, key: string, work: Work): boolean | null => {
  let isSpent = false
  const goesOn = () => {
    isSpent = !work.take('searched', unitsPerMatch)
    return !isSpent
  }
  const at = indexOfWord(text, key, goesOn)
  return isSpent ? null : at !== -1
}

/** A match without its boundaries takes as long as the search of this many units. */
const unitsPerMatch = 500
/** A key of this length may take twice as long as a short one. */
const longKey = 16

const hasKey = (text: string, { text: key, match }: Key, work: Work): boolean | null => {
  if (!work.take('searched', text.length * (1 + key.length / longKey))) return null
  return match === 'bounded' ? hasBounded(text, key, work) : text.includes(key)
}

/**
 * Finds thousands of plain keys in a few texts. It indexes the texts, because they are much smaller than all keys together. A map of their
 * words finds keys of one word. A filter of short sequences rejects nearly all other keys without a search.
 */
export class TextIndex {
  readonly #texts: string[] = []
  /** The results of searches, and the number of texts that were searched. */
  readonly #searched = new Map<Key, { index: number; texts: number }>()
  #lower: Layer | null = null
  #exact: Layer | null = null

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.add(text)
  }

  get size(): number {
    return this.#texts.length
  }

  add(text: string) {
    this.#texts.push(text)
    if (this.#lower) addTo(this.#lower, folded(text))
    if (this.#exact) addTo(this.#exact, folded(text, { keepsCase: true }))
  }

  /** Returns the index of the first text with this plain key, or Infinity. Without work left, a key isn't found. */
  find(key: Key, work: Work): number {
    const layer = this.#layer(key.caseSensitive)
    const { texts, words } = layer
    if (key.match === 'word') return words.get(key.text) ?? Infinity
    if (!mayHave(layer, key.text)) return Infinity
    const known = this.#searched.get(key)
    if (known && (known.index < Infinity || known.texts === texts.length)) return known.index
    for (let index = known?.texts ?? 0; index < texts.length; index++) {
      const has = hasKey(texts[index]!, key, work)
      if (has === null) return Infinity
      if (!has) continue
      this.#searched.set(key, { index, texts: texts.length })
      return index
    }
    this.#searched.set(key, { index: Infinity, texts: texts.length })
    return Infinity
  }

  #layer(caseSensitive: boolean): Layer {
    const known = caseSensitive ? this.#exact : this.#lower
    if (known) return known
    const layer = newLayer()
    for (const text of this.#texts) addTo(layer, folded(text, { keepsCase: caseSensitive }))
    if (caseSensitive) this.#exact = layer
    else this.#lower = layer
    return layer
  }
}
