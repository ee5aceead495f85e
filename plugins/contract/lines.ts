import { ProviderError } from './errors.ts'

const LF = 10

export interface LinesOptions {
  /** The size limit of a line, in bytes. Default 1 MiB. */
  lineBytesMax?: number
}

/**
 * Splits bytes into lines (`application/x-ndjson`). Chunks may end anywhere, even inside a character. Skips blank lines.
 * Throws `invalid_response` past `lineBytesMax`.
 */
export class Lines {
  /** Always null, because any line is valid. Required by the interface that `SseParser` shares. */
  readonly stray = null
  readonly #lineBytesMax: number
  #pieces: Buffer[] = []
  #piecesBytes = 0

  constructor(options: LinesOptions = {}) {
    this.#lineBytesMax = options.lineBytesMax ?? 1024 * 1024
  }

  /** Returns the lines that `chunk` completes. Keeps a reference to `chunk` while a line is unfinished. */
  push(chunk: Uint8Array): { data: string }[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const lines: { data: string }[] = []
    let start = 0
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      this.#keep(bytes.subarray(start, end))
      this.#take(lines)
      start = end + 1
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start))
    return lines
  }

  /** Returns the last line if it has no line feed. It may be incomplete. */
  end(): { data: string }[] {
    const lines: { data: string }[] = []
    this.#take(lines)
    return lines
  }

  #keep(piece: Buffer): void {
    this.#piecesBytes += piece.length
    if (this.#piecesBytes > this.#lineBytesMax)
      throw new ProviderError('invalid_response', 'The provider sent a line that is too long.')
    if (piece.length > 0) this.#pieces.push(piece)
  }

  #take(lines: { data: string }[]): void {
    // Decodes the whole line, so that no character is split.
    const line = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#piecesBytes = 0
    const data = line.toString('utf8').trim()
    if (data !== '') lines.push({ data })
  }
}
