import type { Key } from './keys.ts'

/** The length of the character sequences in the filter. */
const gramLength = 4
const gramBits = 17
const gramMask = (1 << gramBits) - 1

interface Layer {
  texts: string[]
  /** The index of the first text that contains a word, by word. */
  words: Map<string, number>
  /**
   * A bit set with the hashes of all sequences in the texts. If the hash of one of a key's sequences is missing, no text contains the key.
   */
  grams: Uint32Array
}

const newLayer = (): Layer => ({ texts: [], words: new Map(), grams: new Uint32Array((gramMask + 1) / 32) })

const hashAt = (text: string, at: number): number => {
  let hash = text.charCodeAt(at)
  for (let offset = 1; offset < gramLength; offset++) hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(at + offset)
  return (hash ^ (hash >>> gramBits)) & gramMask
}

const addTo = ({ texts, words, grams }: Layer, text: string) => {
  const index = texts.push(text) - 1
  for (const [word] of text.matchAll(/\w+/g)) if (!words.has(word)) words.set(word, index)
  for (let at = 0; at + gramLength <= text.length; at++) {
    const hash = hashAt(text, at)
    grams[hash >>> 5]! |= 1 << (hash & 31)
  }
}

const mayHave = (grams: Uint32Array, key: string): boolean => {
  for (let at = 0; at + gramLength <= key.length; at++) {
    const hash = hashAt(key, at)
    if ((grams[hash >>> 5]! & (1 << (hash & 31))) === 0) return false
  }
  return true
}

/** Whether the position is outside the text, or its character isn't an ASCII letter, digit or underscore. */
const isBoundary = (text: string, at: number): boolean => at < 0 || at >= text.length || /\W/.test(text[at]!)

const hasBounded = (text: string, key: string): boolean => {
  for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + 1))
    if (isBoundary(text, at - 1) && isBoundary(text, at + key.length)) return true
  return false
}

/**
 * Finds thousands of plain keys in a few texts. It indexes the texts, because they are much smaller than all keys together. A map of their
 * words finds keys of one word. A filter of short sequences rejects nearly all other keys without a search.
 */
export class TextIndex {
  readonly #texts: string[] = []
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
    if (this.#lower) addTo(this.#lower, text.toLowerCase())
    if (this.#exact) addTo(this.#exact, text)
  }

  /** Returns the index of the first text with this plain key, or Infinity. */
  find({ text: key, caseSensitive, match }: Key): number {
    const { texts, words, grams } = this.#layer(caseSensitive)
    if (match === 'word') return words.get(key) ?? Infinity
    if (!mayHave(grams, key)) return Infinity
    const index = texts.findIndex((text) => (match === 'bounded' ? hasBounded(text, key) : text.includes(key)))
    return index === -1 ? Infinity : index
  }

  #layer(caseSensitive: boolean): Layer {
    const known = caseSensitive ? this.#exact : this.#lower
    if (known) return known
    const layer = newLayer()
    for (const text of this.#texts) addTo(layer, caseSensitive ? text : text.toLowerCase())
    if (caseSensitive) this.#exact = layer
    else this.#lower = layer
    return layer
  }
}
