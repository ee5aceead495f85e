const riffHeaderLength = 12

export interface WebpChunk {
  /** Such as `VP8 ` or `EXIF`. */
  type: string
  /** The whole chunk, with its header and padding. */
  bytes: Buffer
  data: Buffer
}

/** Returns the offset behind the picture, which is beyond the file if the file is cut short. */
export const endOfWebp = (file: Buffer): number => file.readUInt32LE(4) + 8

/** Yields the chunks of a complete WebP (WebP container specification). Yields null, and ends, where it is malformed. */
export function* webpChunks(file: Buffer): Generator<WebpChunk | null> {
  const end = endOfWebp(file)
  for (let at = riffHeaderLength; at + 8 <= end;) {
    const length = file.readUInt32LE(at + 4)
    if (length > end - at - 8) return yield null
    const next = at + 8 + length + (length % 2)
    const type = file.toString('latin1', at, at + 4)
    yield { type, bytes: file.subarray(at, Math.min(next, end)), data: file.subarray(at + 8, at + 8 + length) }
    at = next
  }
}
