export const startOfScan = 0xda
export const app1 = 0xe1
const endOfImage = 0xd9

export interface JpegSegment {
  marker: number
  /** The whole segment, with its marker and length. */
  bytes: Buffer
  data: Buffer
  /** The offset behind the segment. */
  end: number
}

/** Yields the segments up to the picture's data (ITU T.81, annex B). Malformed bytes end them, so the last one isn't the start of a scan. */
export function* jpegSegments(file: Buffer): Generator<JpegSegment> {
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1]!
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    // Markers without a length: TEM and RST.
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2
      continue
    }
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (marker === endOfImage || end < at + 4 || end > file.length) return
    yield { marker, bytes: file.subarray(at, end), data: file.subarray(at + 4, end), end }
    if (marker === startOfScan) return
    at = end
  }
}
