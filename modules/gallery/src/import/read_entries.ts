import { limits } from '../domain/limits.ts'

/** One entry of an import file. `problem` says why it could not be read; the next ones still can. */
export type ReadEntry = { value: unknown } | { problem: string }

/** The file is no list of characters, or stops being one somewhere. */
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

/** What may come next. `key`, `colon` and `rest` are of the object around the list, for `{"characters": [...]}`. */
type Awaited = 'start' | 'key' | 'colon' | 'value' | 'rest' | 'entry' | 'first_entry' | 'after_entry' | 'end'

/**
 * Finds where each entry of a JSON list begins and ends, and gives `JSON.parse` one at a time: a file of any size takes the
 * memory of one entry. Bytes of a character beyond ASCII are never taken for JSON's own signs, which are all below 128.
 */
export class EntryReader {
  #awaited: Awaited = 'start'
  #entries = 0
  #hasObject = false
  #hasList = false
  #key = ''
  /** The value that is being read: its bytes so far, and where in it we are. Null between values. */
  #value: { parts: Uint8Array[]; bytes: number; depth: number; inText: boolean; escaped: boolean } | null = null
  #isBeginning = true

  get entries() {
    return this.#entries
  }

  /** The entries that are complete with these bytes. Throws a `MalformedImport`. */
  *read(chunk: Uint8Array): Generator<ReadEntry> {
    let at = this.#isBeginning ? this.#markLength(chunk) : 0
    if (chunk.length > 0) this.#isBeginning = false
    while (at < chunk.length) {
      if (this.#value) {
        const { end, entry } = this.#readValue(chunk, at)
        at = end
        if (entry) yield entry
      } else if (isSpace(chunk[at]!)) at++
      else at = this.#readSign(chunk[at]!, at)
    }
  }

  /** Throws when the file ended too early. */
  end() {
    if (this.#awaited !== 'end' || this.#value) throw this.#malformed('The file ends too early')
    if (!this.#hasList) throw this.#malformed('The file has no list of characters')
  }

  /** Editors on Windows put a byte order mark in front. */
  #markLength(chunk: Uint8Array) {
    return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0
  }

  /** A sign between values. Gives where to go on. */
  #readSign(byte: number, at: number): number {
    switch (this.#awaited) {
      case 'start':
        if (byte === openList) return this.#openList(at)
        if (byte !== openObject) break
        this.#hasObject = true
        this.#awaited = 'key'
        return at + 1
      case 'key':
        if (byte === quote) return this.#beginValue(at)
        if (byte !== closeObject) break
        this.#awaited = 'end'
        return at + 1
      case 'colon':
        if (byte !== colon) break
        this.#awaited = 'value'
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
        this.#awaited = byte === comma ? 'key' : 'end'
        return at + 1
      case 'first_entry':
      case 'entry':
        if (byte === closeList && this.#awaited === 'first_entry') return this.#closeList(at)
        if (byte === comma || byte === closeList || byte === closeObject || byte === colon) break
        return this.#beginValue(at)
      case 'after_entry':
        if (byte === closeList) return this.#closeList(at)
        if (byte !== comma) break
        this.#awaited = 'entry'
        return at + 1
      case 'end':
    }
    throw this.#malformed(`Unexpected ${JSON.stringify(String.fromCharCode(byte))}`)
  }

  #openList(at: number) {
    this.#hasList = true
    this.#awaited = 'first_entry'
    return at + 1
  }

  #closeList(at: number) {
    this.#awaited = this.#hasObject ? 'rest' : 'end'
    return at + 1
  }

  #beginValue(at: number) {
    this.#value = { parts: [], bytes: 0, depth: 0, inText: false, escaped: false }
    return at
  }

  /** Goes on with the value under way, as far as these bytes have it. */
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
        // a number, true, false or null ends with what comes after it, which is not its own
        if (value.depth === 0) break
        isWhole = --value.depth === 0
      } else if (value.depth === 0 && (byte === comma || byte === colon || isSpace(byte))) break
    }
    const stopped = isWhole || at < chunk.length
    value.bytes += at - from
    // what is too large is read to its end, and not kept
    if (value.bytes <= limits.importEntryBytesMax) value.parts.push(chunk.slice(from, at))
    else value.parts = []
    return stopped ? { end: at, entry: this.#endValue() } : { end: at }
  }

  #endValue(): ReadEntry | undefined {
    const { parts, bytes } = this.#value!
    this.#value = null
    if (this.#awaited === 'key') {
      const key = parse(parts, bytes)
      if (!('value' in key) || typeof key.value !== 'string') throw this.#malformed('A key is not readable')
      this.#key = key.value
      this.#awaited = 'colon'
    } else if (this.#awaited === 'value') {
      if (bytes <= limits.importEntryBytesMax && 'problem' in parse(parts, bytes))
        throw this.#malformed(`The value of ${JSON.stringify(this.#key)} is not readable`)
      this.#awaited = 'rest'
    } else {
      this.#awaited = 'after_entry'
      this.#entries++
      return parse(parts, bytes)
    }
    return undefined
  }

  #malformed(what: string) {
    const where = this.#entries === 0 ? 'at the beginning' : `after entry ${this.#entries - 1}`
    return new MalformedImport(
      `${what}, ${where}. An import is a JSON list of characters, or an object whose "characters" is one.`
    )
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const parse = (parts: Uint8Array[], bytes: number): ReadEntry => {
  if (bytes > limits.importEntryBytesMax) return { problem: 'This entry is larger than 1 MiB.' }
  try {
    return { value: JSON.parse(utf8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts))) }
  } catch {
    return { problem: 'This entry is not readable: it is no valid JSON in UTF-8.' }
  }
}

/** The entries of a file, read as they are asked for. Throws a `MalformedImport` where the file stops being a list. */
export async function* readEntries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const reader = new EntryReader()
  for await (const chunk of chunks) yield* reader.read(chunk)
  reader.end()
}
