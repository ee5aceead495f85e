export interface StreamEvent {
  /** The `event` field. Default 'message'. */
  event: string
  /** The `data` lines, joined by line feeds, or a line that is a JSON value. */
  data: string
}

export interface EventParserOptions {
  /** The limit of a line in bytes, and of the data of one event in UTF-16 units. Default 1 MiB. */
  lineBytesMax?: number
}

const LF = 10
const CR = 13
const SPACE = 32
const COLON = 58
const BRACE = 123
const [D, A, T] = [100, 97, 116]

/**
 * Parses an event stream (WHATWG HTML, 9.2.6), JSON lines, or one JSON value over several lines. The content decides and not its label, so
 * they may even be mixed. Chunks may end anywhere, even inside a character or between CR and LF.
 *
 * Skips and counts what is too long. Ignores `id` and `retry`, because nothing reconnects. Finds lines in the bytes, because CR and LF
 * never occur inside a UTF-8 sequence. Decodes whole lines, so that no character is split.
 */
export class EventParser {
  /** The number of lines and events above `lineBytesMax`. */
  skipped = 0
  readonly #lineBytesMax: number
  #pieces: Buffer[] = []
  #piecesBytes = 0
  #afterCr = false
  #firstLine = true
  #data: string | null = null
  #isDataTooLong = false
  #event = 'message'
  #stray = ''

  constructor(options: EventParserOptions = {}) {
    this.#lineBytesMax = options.lineBytesMax ?? 1024 * 1024
  }

  /** The lines that are neither part of an event stream nor JSON lines, such as HTML. */
  get stray(): string {
    return this.#stray
  }

  /** Returns the events that `chunk` completes. Keeps a reference to `chunk` while a line is unfinished. */
  push(chunk: Uint8Array): StreamEvent[] {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const events: StreamEvent[] = []
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
        if (line !== null) this.#line(line, 0, line.length, events)
      } else this.#line(bytes, start, end, events)
      start = next
    }
    if (start < bytes.length) this.#keep(start === 0 ? bytes : bytes.subarray(start))
    return events
  }

  /**
   * Returns the last event if its blank line is missing, and a JSON value over several lines. Both may be incomplete. Browsers drop such an
   * event, but some servers omit the last blank line.
   */
  end(): StreamEvent[] {
    const events: StreamEvent[] = []
    const line = this.#joined()
    const text = line?.toString() ?? ''
    const isJson = /^\s*[[{]/.test(this.#stray || text)
    if (line !== null && text !== '' && !isJson && !beginsField(text)) this.#line(line, 0, line.length, events)
    this.#dispatch(events)
    if (isJson) events.push({ event: 'message', data: this.#stray + text })
    return events
  }

  #line(bytes: Buffer, from: number, end: number, events: StreamEvent[]): void {
    let start = from
    if (this.#firstLine) {
      this.#firstLine = false
      if (bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) start += 3
    }
    if (start === end) return this.#dispatch(events)
    if (end - start > this.#lineBytesMax) return void this.skipped++
    if (
      bytes[start] === D &&
      bytes[start + 1] === A &&
      bytes[start + 2] === T &&
      bytes[start + 3] === A &&
      bytes[start + 4] === COLON
    ) {
      const value = start + (bytes[start + 5] === SPACE && start + 5 < end ? 6 : 5)
      return this.#append(bytes.toString('utf8', value, end), events)
    }
    if (bytes[start] === BRACE) return this.#json(bytes.toString('utf8', start, end), events)
    if (bytes[start] !== COLON) this.#rareLine(bytes.toString('utf8', start, end), events)
  }

  /** Reads a line of JSON lines, or a line of a JSON value over several lines, whose further lines are indented. */
  #json(line: string, events: StreamEvent[]): void {
    const data = line.trim()
    const isInside = /^\s*\[/.test(this.#stray) || (/^\s*\{/.test(this.#stray) && !line.startsWith('{'))
    if (!isInside && data.endsWith('}')) events.push({ event: 'message', data })
    else this.#keepStray(line)
  }

  #rareLine(line: string, events: StreamEvent[]): void {
    if (line.trim() === '') return this.#dispatch(events)
    const colon = line.indexOf(':')
    const field = (colon === -1 ? line : line.slice(0, colon)).trim().toLowerCase()
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') this.#append(value, events)
    else if (field === 'event') this.#event = value.trim() || 'message'
    else if (field === 'id' || field === 'retry') return
    else if (/^\s*\{/.test(line)) this.#json(line, events)
    else this.#keepStray(line)
  }

  #append(value: string, events: StreamEvent[]): void {
    // Some servers leave out the blank line between events. No JSON value goes on like this.
    if (this.#data?.endsWith('}') && (value.startsWith('{') || value.startsWith('['))) {
      events.push({ event: this.#event, data: this.#data })
      this.#data = null
    }
    if (this.#data === null) this.#data = value
    else if (this.#data.length + value.length >= this.#lineBytesMax) this.#isDataTooLong = true
    else this.#data += '\n' + value
  }

  #dispatch(events: StreamEvent[]): void {
    if (this.#isDataTooLong) this.skipped++
    else if (this.#data !== null) events.push({ event: this.#event, data: this.#data })
    this.#data = null
    this.#isDataTooLong = false
    this.#event = 'message'
  }

  #keepStray(line: string): void {
    if (this.#stray.length + line.length < this.#lineBytesMax) this.#stray += line + '\n'
  }

  #keep(piece: Buffer): void {
    this.#piecesBytes += piece.length
    if (this.#piecesBytes <= this.#lineBytesMax) this.#pieces.push(piece)
    else this.#pieces = []
  }

  /** Returns the unfinished line. Null if it is too long. */
  #joined(): Buffer | null {
    const isTooLong = this.#piecesBytes > this.#lineBytesMax
    if (isTooLong) this.skipped++
    const line = isTooLong ? null : this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#piecesBytes = 0
    return line
  }
}

/** Whether a line may be a truncated field name, which isn't stray. */
const beginsField = (line: string): boolean => ['data', 'event', 'id', 'retry'].some((field) => field.startsWith(line))
