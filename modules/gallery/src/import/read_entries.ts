import { limits } from '../domain/limits.ts'

/** One entry of an import file. `problem` explains why the entry is unreadable. Later entries may still be readable. */
export type ReadEntry = { value: unknown } | { problem: string }

/** The file is not a list of characters, or is malformed from some point on. */
export class MalformedImport extends Error {
  override name = 'MalformedImport'
}

const code = (character: string) => character.charCodeAt(0)
const [quote, backslash, comma, colon] = ['"', '\\', ',', ':'].map(code) as [number, number, number, number]
const [openList, closeList, openObject, closeObject] = ['[', ']', '{', '}'].map(code) as [
  number,
  number,
  number,
  number,
]
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** The element that the parser expects next. `key`, `colon`, `value` and `rest` belong to the object in `{"characters": [...]}`. */
type Expected = 'start' | 'key' | 'colon' | 'value' | 'rest' | 'entry' | 'first_entry' | 'after_entry' | 'end'

/**
 * Splits a JSON list into its entries and parses one at a time, so a file of any size needs the memory of one entry. It scans bytes,
 * because in UTF-8, bytes of non-ASCII characters never equal JSON's punctuation.
 */
export class EntryReader {
  #expected: Expected = 'start'
  #entries = 0
  #hasObject = false
  #hasList = false
  #key = ''
  /** State of the value being read. Null between values. */
  #value: { parts: Uint8Array[]; bytes: number; depth: number; inText: boolean; escaped: boolean } | null = null
  #isBeginning = true

  get entries() {
    return this.#entries
  }

  /** Yields the entries that this chunk completes. Throws a `MalformedImport`. */
  *read(chunk: Uint8Array): Generator<ReadEntry> {
    let at = this.#isBeginning ? this.#markLength(chunk) : 0
    if (chunk.length > 0) this.#isBeginning = false
    while (at < chunk.length) {
      if (this.#value) {
        const { end, entry } = this.#readValue(chunk, at)
        at = end
        if (entry) yield entry
      } else if (isSpace(chunk[at]!)) at++
      else at = this.#readPunctuation(chunk[at]!, at)
    }
  }

  /** Throws if the file is incomplete. */
  end() {
    if (this.#expected !== 'end' || this.#value) throw this.#malformed('The file ends too early')
    if (!this.#hasList) throw this.#malformed('The file has no list of characters')
  }

  /** Returns the length of a leading UTF-8 byte order mark. */
  #markLength(chunk: Uint8Array) {
    return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0
  }

  /** Handles a byte between values. Returns the index at which to continue. */
  #readPunctuation(byte: number, at: number): number {
    switch (this.#expected) {
      case 'start':
        if (byte === openList) return this.#openList(at)
        if (byte !== openObject) break
        this.#hasObject = true
        this.#expected = 'key'
        return at + 1
      case 'key':
        if (byte === quote) return this.#beginValue(at)
        if (byte !== closeObject) break
        this.#expected = 'end'
        return at + 1
      case 'colon':
        if (byte !== colon) break
        this.#expected = 'value'
        return at + 1
      case 'value':
        if (this.#key === 'characters' && !this.#hasList) {
          if (byte === openList) return this.#openList(at)
          throw this.#malformed('"characters" must be a list')
        }
        if (byte === comma || byte === closeObject || byte === closeList || byte === colon) break
        return this.#beginValue(at)
      case 'rest':
        if (byte !== comma && byte !== closeObject) break
        this.#expected = byte === comma ? 'key' : 'end'
        return at + 1
      case 'first_entry':
      case 'entry':
        if (byte === closeList && this.#expected === 'first_entry') return this.#closeList(at)
        if (byte === comma || byte === closeList || byte === closeObject || byte === colon) break
        return this.#beginValue(at)
      case 'after_entry':
        if (byte === closeList) return this.#closeList(at)
        if (byte !== comma) break
        this.#expected = 'entry'
        return at + 1
      case 'end':
    }
    throw this.#malformed(`Unexpected ${JSON.stringify(String.fromCharCode(byte))}`)
  }

  #openList(at: number) {
    this.#hasList = true
    this.#expected = 'first_entry'
    return at + 1
  }

  #closeList(at: number) {
    this.#expected = this.#hasObject ? 'rest' : 'end'
    return at + 1
  }

  #beginValue(at: number) {
    this.#value = { parts: [], bytes: 0, depth: 0, inText: false, escaped: false }
    return at
  }

  /** Continues reading the current value, up to its end or the end of the chunk. */
  #readValue(chunk: Uint8Array, from: number): { end: number; entry?: ReadEntry } {
    const value = this.#value!
    let at = from
    let isWhole = false
    for (; at < chunk.length && !isWhole; at++) {
      const byte = chunk[at]!
      if (value.inText) {
        if (value.escaped) value.escaped = false
        else if (byte === backslash) value.escaped = true
        else if (byte === quote) {
          value.inText = false
          isWhole = value.depth === 0
        }
      } else if (byte === quote) value.inText = true
      else if (byte === openList || byte === openObject) value.depth++
      else if (byte === closeList || byte === closeObject) {
        // The bracket ends a number or literal, but isn't part of it.
        if (value.depth === 0) break
        isWhole = --value.depth === 0
      } else if (value.depth === 0 && (byte === comma || byte === colon || isSpace(byte))) break
    }
    const stopped = isWhole || at < chunk.length
    value.bytes += at - from
    // Skips the rest of an oversized entry without buffering it.
    if (value.bytes <= limits.importEntryBytesMax) value.parts.push(chunk.slice(from, at))
    else value.parts = []
    return stopped ? { end: at, entry: this.#endValue() } : { end: at }
  }

  #endValue(): ReadEntry | undefined {
    const { parts, bytes } = this.#value!
    this.#value = null
    if (this.#expected === 'key') {
      const key = parse(parts, bytes)
      if (!('value' in key) || typeof key.value !== 'string') throw this.#malformed('A key is not readable')
      this.#key = key.value
      this.#expected = 'colon'
    } else if (this.#expected === 'value') {
      if (bytes <= limits.importEntryBytesMax && 'problem' in parse(parts, bytes))
        throw this.#malformed(`The value of ${JSON.stringify(this.#key)} is not readable`)
      this.#expected = 'rest'
    } else {
      this.#expected = 'after_entry'
      this.#entries++
      return parse(parts, bytes)
    }
    return undefined
  }

  #malformed(reason: string) {
    const where = this.#entries === 0 ? 'at the beginning' : `after entry ${this.#entries - 1}`
    return new MalformedImport(
      `${reason}, ${where}. An import is a JSON list of characters, or an object whose "characters" is one.`
    )
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const parse = (parts: Uint8Array[], bytes: number): ReadEntry => {
  if (bytes > limits.importEntryBytesMax) return { problem: 'This entry is larger than 1 MiB.' }
  try {
    return { value: JSON.parse(utf8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts))) }
  } catch {
    return { problem: 'This entry is not valid JSON in UTF-8.' }
  }
}

/** Reads a file's entries lazily. Throws a `MalformedImport` when it reaches malformed content. */
export async function* readEntries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const reader = new EntryReader()
  for await (const chunk of chunks) yield* reader.read(chunk)
  reader.end()
}
