import { ProviderError } from './errors.ts'

export interface SseEvent {
  /** The `event` field. Default 'message'. */
  event: string
  /** The `data` lines, joined by line feeds. */
  data: string
}

export interface SseParserOptions {
  /** The limit of a line in bytes, and of the data of one event in UTF-16 units. Default 1 MiB. */
  lineBytesMax?: number
}

const LF = 10
const CR = 13
const SPACE = 32
const COLON = 58
const [D, A, T] = [100, 97, 116]

/**
 * Parses an event stream (WHATWG HTML, 9.2.6). Chunks may end anywhere, even inside a character or between CR and LF.
 * Ignores `id` and `retry`, because nothing reconnects. Throws `invalid_response` past `lineBytesMax`.
 *
 * Finds lines in the bytes, because CR and LF never occur inside a UTF-8 sequence. Decodes whole lines, so that no character is split.
 */
export class SseParser {
  readonly #lineBytesMax: number
  #pieces: Buffer[] = []
  #piecesBytes = 0
  #afterCr = false
  #firstLine = true
  #data: string | null = null
  #event = 'message'
  #stray: string | null = null

  constructor(options: SseParserOptions = {}) {
    this.#lineBytesMax = options.lineBytesMax ?? 1024 * 1024
  }

  /** The first line that isn't part of an event stream, such as HTML or a JSON error, cut to 4,096 characters. */
  get stray(): string | null {
    return this.#stray
  }

  /** Returns the events that `chunk` completes. Keeps a reference to `chunk` while a line is unfinished. */
  push(chunk: Uint8Array): SseEvent[] {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const events: SseEvent[] = []
    if (bytes.length === 0) return events
    let start = 0
    if (this.#afterCr) {
      this.#afterCr = false
      if (bytes[0] === LF) start = 1
    }
    let cr = bytes.indexOf(CR, start)
    for (;;) {
      if (cr !== -1 && cr < start) cr = bytes.indexOf(CR, start)
      let end = bytes.indexOf(LF, start)
      let next = end + 1
      if (cr !== -1 && (end === -1 || cr < end)) {
        end = cr
        next = bytes[cr + 1] === LF ? cr + 2 : cr + 1
        this.#afterCr = cr + 1 === bytes.length
      }
      if (end === -1) break
      if (this.#piecesBytes > 0) {
        this.#keep(bytes.subarray(start, end))
        const line = this.#joined()
        this.#line(line, 0, line.length, events)
      } else this.#line(bytes, start, end, events)
      start = next
    }
    if (start < bytes.length) this.#keep(start === 0 ? bytes : bytes.subarray(start))
    return events
  }

  /**
   * Returns the last event if its blank line is missing. The event may be incomplete. Browsers drop such an event, but some servers omit
   * the last blank line.
   */
  end(): SseEvent[] {
    const events: SseEvent[] = []
    const line = this.#joined()
    if (line.length > 0 && !beginsField(line.toString())) this.#line(line, 0, line.length, events)
    this.#dispatch(events)
    return events
  }

  #line(bytes: Buffer, from: number, end: number, events: SseEvent[]): void {
    let start = from
    if (this.#firstLine) {
      this.#firstLine = false
      if (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) start += 3
    }
    if (start === end) return this.#dispatch(events)
    if (end - start > this.#lineBytesMax) throw tooLong()
    if (
      bytes[start] === D &&
      bytes[start + 1] === A &&
      bytes[start + 2] === T &&
      bytes[start + 3] === A &&
      bytes[start + 4] === COLON
    ) {
      const value = start + (bytes[start + 5] === SPACE && start + 5 < end ? 6 : 5)
      return this.#append(bytes.toString('utf8', value, end))
    }
    if (bytes[start] !== COLON) this.#rareLine(bytes.toString('utf8', start, end))
  }

  #rareLine(line: string): void {
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') this.#append(value)
    else if (field === 'event') this.#event = value || 'message'
    else if (field !== 'id' && field !== 'retry') this.#stray ??= line.slice(0, 4096)
  }

  #append(value: string): void {
    if (this.#data === null) this.#data = value
    else if (this.#data.length + value.length >= this.#lineBytesMax) throw tooLong()
    else this.#data += '\n' + value
  }

  #dispatch(events: SseEvent[]): void {
    if (this.#data !== null) events.push({ event: this.#event, data: this.#data })
    this.#data = null
    this.#event = 'message'
  }

  #keep(piece: Buffer): void {
    this.#piecesBytes += piece.length
    if (this.#piecesBytes > this.#lineBytesMax) throw tooLong()
    this.#pieces.push(piece)
  }

  #joined(): Buffer {
    const line = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#piecesBytes = 0
    return line
  }
}

/** Whether a line may be a truncated field name, which isn't stray. */
const beginsField = (line: string): boolean => ['data', 'event', 'id', 'retry'].some((field) => field.startsWith(line))

const tooLong = () => new ProviderError('invalid_response', 'The provider sent a line that is too long.')
