import { pngWithoutMetadata } from '../png/write_card_png.ts'
import { orientationExif, readOrientation } from './exif.ts'
import { pictureFormatOf } from './picture_format.ts'

/**
 * Returns a PNG, JPEG or WebP without texts, Exif, XMP and bytes after its end. The picture keeps its bytes, and a JPEG or WebP its
 * orientation. Null for other and malformed bytes.
 */
export const withoutMetadata = (picture: Uint8Array): Buffer | null => {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  switch (pictureFormatOf(bytes)) {
    case 'png':
      return pngWithoutMetadata(bytes)
    case 'jpeg':
      return jpegWithoutMetadata(bytes)
    case 'webp':
      return webpWithoutMetadata(bytes)
    case null:
      return null
  }
}

const app1 = 0xe1
const startOfScan = 0xda
const endMarker = Buffer.from([0xff, 0xd9])

/** Whether decoders need a segment: tables, frames and scans (ITU T.81, table B.1), JFIF, Adobe's colours, and a colour profile. */
const isPartOfJpeg = (marker: number, segment: Buffer): boolean =>
  (marker >= 0xc0 && marker <= 0xdf) ||
  marker === 0xe0 ||
  marker === 0xee ||
  (marker === 0xe2 && segment.toString('latin1', 4, 16) === 'ICC_PROFILE\0')

const jpegWithoutMetadata = (file: Buffer): Buffer | null => {
  const parts: Buffer[] = [file.subarray(0, 2)]
  let at = 2
  while (at + 2 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1]!
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0
    if (length < 2 || length > file.length - at - 2) return null
    const segment = file.subarray(at, at + 2 + length)
    const orientation = marker === app1 ? readOrientation(segment.subarray(4)) : null
    if (orientation !== null) parts.push(exifSegment(orientation))
    else if (isPartOfJpeg(marker, segment)) parts.push(segment)
    at += segment.length
    if (marker !== startOfScan) continue
    // Searching natively is fast. Neither scans nor the tables between them have the marker's bytes.
    const end = file.indexOf(endMarker, at)
    return end < 0 ? null : Buffer.concat([...parts, file.subarray(at, end + 2)])
  }
  return null
}

const exifSegment = (orientation: number): Buffer => {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationExif(orientation)])
  return Buffer.concat([Buffer.from([0xff, app1, 0, data.length + 2]), data])
}

/** The chunks of a picture and its animation (WebP container specification). */
const webpChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** The flags of `VP8X` for Exif and XMP. */
const exifFlag = 0x08
const xmpFlag = 0x04

const webpWithoutMetadata = (file: Buffer): Buffer | null => {
  const end = file.readUInt32LE(4) + 8
  if (end > file.length) return null
  const parts: Buffer[] = []
  let header: Buffer | null = null
  let exif: Buffer | null = null
  for (let at = 12; at + 8 <= end;) {
    const length = file.readUInt32LE(at + 4)
    if (length > end - at - 8) return null
    const type = file.toString('latin1', at, at + 4)
    const chunk = file.subarray(at, Math.min(at + 8 + length + (length % 2), end))
    if (type === 'EXIF') {
      const orientation = readOrientation(chunk.subarray(8))
      if (orientation !== null) exif = riffChunk(type, orientationExif(orientation))
    } else if (type === 'VP8X' && length >= 10 && !header) parts.push((header = Buffer.from(chunk)))
    else if (webpChunks.has(type)) parts.push(chunk)
    at += 8 + length + (length % 2)
  }
  // Only files with this header can have Exif.
  if (header) header[8] = (header[8]! & ~(exifFlag | xmpFlag)) | (exif ? exifFlag : 0)
  return riffOf(header && exif ? [...parts, exif] : parts)
}

const riffChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}

const riffOf = (chunks: readonly Buffer[]): Buffer =>
  riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]))
