import { pngWithoutMetadata } from '../png/write_card_png.ts'
import { orientationExif, readOrientation } from './exif.ts'
import { gifBlocks } from './gif_blocks.ts'
import { app1, jpegSegments, startOfScan } from './jpeg_segments.ts'
import { pictureFormatOf } from './picture_format.ts'
import { endOfWebp, webpChunks } from './webp_chunks.ts'

/**
 * Returns a PNG, JPEG, WebP or GIF without texts, Exif, XMP and bytes after its end. The picture keeps its bytes, and a JPEG or WebP its
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
    case 'gif':
      return gifWithoutMetadata(bytes)
    case null:
      return null
  }
}

const endMarker = Buffer.from([0xff, 0xd9])

/** Whether decoders need a segment: tables, frames and scans (ITU T.81, table B.1), JFIF, Adobe's colours, and a colour profile. */
const isPartOfJpeg = (marker: number, data: Buffer): boolean =>
  (marker >= 0xc0 && marker <= 0xdf) ||
  marker === 0xe0 ||
  marker === 0xee ||
  (marker === 0xe2 && data.toString('latin1', 0, 12) === 'ICC_PROFILE\0')

const jpegWithoutMetadata = (file: Buffer): Buffer | null => {
  const parts: Buffer[] = [file.subarray(0, 2)]
  for (const { marker, bytes, data, end } of jpegSegments(file)) {
    const orientation = marker === app1 ? readOrientation(data) : null
    if (orientation !== null) parts.push(exifSegment(orientation))
    else if (isPartOfJpeg(marker, data)) parts.push(bytes)
    if (marker !== startOfScan) continue
    // Searching natively is fast. Neither scans nor the tables between them have the marker's bytes.
    const last = file.indexOf(endMarker, end)
    return last < 0 ? null : Buffer.concat([...parts, file.subarray(end, last + 2)])
  }
  return null
}

const exifSegment = (orientation: number): Buffer => {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationExif(orientation)])
  return Buffer.concat([Buffer.from([0xff, app1, 0, data.length + 2]), data])
}

/** The chunks of a picture and its animation (WebP container specification). */
const partsOfWebp: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** The flags of `VP8X` for Exif and XMP. */
const exifFlag = 0x08
const xmpFlag = 0x04

const webpWithoutMetadata = (file: Buffer): Buffer | null => {
  if (endOfWebp(file) > file.length) return null
  const parts: Buffer[] = []
  let header: Buffer | null = null
  let exif: Buffer | null = null
  for (const chunk of webpChunks(file)) {
    if (!chunk) return null
    const { type, bytes, data } = chunk
    if (type === 'EXIF') {
      const orientation = readOrientation(data)
      if (orientation !== null) exif = riffChunk(type, orientationExif(orientation))
    } else if (type === 'VP8X' && data.length >= 10 && !header) parts.push((header = Buffer.from(bytes)))
    else if (partsOfWebp.has(type)) parts.push(bytes)
  }
  // Only files with this header can have Exif.
  if (header) header[8] = (header[8]! & ~(exifFlag | xmpFlag)) | (exif ? exifFlag : 0)
  return riffOf(header && exif ? [...parts, exif] : parts)
}

/** Keeps frames, and how often they repeat (GIF89a). Comments and XMP are other extensions. */
const gifWithoutMetadata = (file: Buffer): Buffer | null => {
  const parts: Buffer[] = []
  for (const block of gifBlocks(file)) {
    if (!block) return null
    if (block.isPicture) parts.push(block.bytes)
  }
  return Buffer.concat(parts)
}

const riffChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}

const riffOf = (chunks: readonly Buffer[]): Buffer =>
  riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]))
