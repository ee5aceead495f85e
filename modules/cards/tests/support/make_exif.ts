import { bytesOf, type Content } from './bytes.ts'

export interface ExifOptions {
  order?: 'II' | 'MM'
  /** The character code in front of the comment, 8 bytes, or empty for none. */
  code?: string
  /** Whether the comment is in the Exif directory or in the first one. */
  directory?: 'exif' | 'first'
}

/** Returns Exif data (TIFF) with a UserComment, without `Exif\0\0` in front. */
export const makeExif = (
  comment: Content,
  { order = 'MM', code = 'ASCII\0\0\0', directory = 'exif' }: ExifOptions = {}
): Buffer => {
  const value = Buffer.concat([Buffer.from(code, 'latin1'), bytesOf(comment)])
  const exifAt = 8 + 2 + 12 + 4
  const hasExif = directory === 'exif'
  const valueAt = exifAt + (hasExif ? 2 + 12 + 4 : 0)
  const head = Buffer.alloc(valueAt)
  const isLittle = order === 'II'
  const put16 = (number: number, at: number) =>
    isLittle ? head.writeUInt16LE(number, at) : head.writeUInt16BE(number, at)
  const put32 = (number: number, at: number) =>
    isLittle ? head.writeUInt32LE(number, at) : head.writeUInt32BE(number, at)
  const putEntry = (at: number, tag: number, type: number, count: number, content: number) => {
    put16(tag, at)
    put16(type, at + 2)
    put32(count, at + 4)
    put32(content, at + 8)
  }
  head.write(order, 0, 'latin1')
  put16(42, 2)
  put32(8, 4)
  put16(1, 8)
  if (hasExif) {
    putEntry(10, 0x8769, 4, 1, exifAt)
    put16(1, exifAt)
  }
  putEntry(hasExif ? exifAt + 2 : 10, 0x9286, 7, value.length, valueAt)
  return Buffer.concat([head, value])
}
