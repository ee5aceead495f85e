import { repairUtf8 } from './as_utf8.ts'
import { chatFileLimits } from './limits.ts'

/**
 * A line without its line break, in its own memory. `isUtf8` is false for a line with other bytes, which was repaired. `too_long` is a line
 * beyond the limit, whose bytes were dropped.
 */
export type Line = { kind: 'line'; bytes: Uint8Array; isUtf8: boolean } | { kind: 'too_long' }

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Splits UTF-8 into lines. Leaves out blank lines. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = []
  let length = 0
  const add = (piece: Uint8Array) => {
    length += piece.byteLength
    if (length <= chatFileLimits.lineBytesMax) pieces.push(piece)
    else pieces = []
  }
  const take = (): Line | null => {
    const isTooLong = length > chatFileLimits.lineBytesMax
    const bytes = isTooLong ? null : withoutBreak(Buffer.concat(pieces))
    pieces = []
    length = 0
    if (bytes === null) return { kind: 'too_long' }
    return isBlank(bytes) ? null : { kind: 'line', ...repairUtf8(bytes) }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, end))
      from = end + 1
      const line = take()
      if (line) yield line
    }
    if (from < chunk.byteLength) add(chunk.subarray(from))
  }
  const line = take()
  if (line) yield line
}

/** Copies a line without its carriage return, and without NULs after it, which a crash may leave at the end of a file. A view would retain the whole underlying buffer, and send it to the other process. */
const withoutBreak = (line: Uint8Array): Uint8Array => {
  let end = line.byteLength
  while (end > 0 && line[end - 1] === 0) end--
  return new Uint8Array(line.subarray(0, line[end - 1] === carriageReturn ? end - 1 : end))
}

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === carriageReturn)
