const exifIfdTag = 0x8769
const userCommentTag = 0x9286
const placeIfdTag = 0x8825
const orientationTag = 0x0112
const shortType = 3
const headerLength = 8
const entryLength = 12
/** The length of the character code before a comment: `ASCII`, `UNICODE`, `JIS` or nothing, padded to 8 bytes. */
const codeLength = 8

const exifPrefix = Buffer.from('Exif\0\0', 'latin1')

/**
 * Returns the UserComment of Exif data, as UTF-8 bytes without the character code (Exif 2.32, section 4.6.5). The data may begin with
 * `Exif\0\0`, as in JPEG. Returns null if there is no comment, or only blanks. Reads at most two directories, and nothing outside the data.
 */
export const readUserComment = (data: Uint8Array): Uint8Array | null => {
  const tiff = openTiff(data)
  if (!tiff) return null
  const { reader, order, first } = tiff
  const exif = reader.findEntry(first, exifIfdTag)
  // The specification puts the comment into the Exif directory. Some writers put it into the first directory.
  const entry =
    (exif === null ? null : reader.findEntry(reader.uint32(exif + 8), userCommentTag)) ??
    reader.findEntry(first, userCommentTag)
  const value = entry === null ? null : reader.bytesOf(entry)
  return value ? decodeComment(value, order === 'II') : null
}

/** The bytes before Exif data in a JPEG, a PNG and a WebP, and the length of what stands before the data. */
const exifMarkers = [
  ['Exif\0\0', 6],
  ['eXIf', 4],
  ['EXIF', 8],
] as const
/** The number of places that are checked for each marker, because pixels may have the same bytes. */
const markersMax = 20

/** Whether the metadata of a picture say where it was taken: Exif data with a directory for it, or XMP. */
export const holdsPlace = (picture: Uint8Array): boolean => {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
  if (bytes.includes('exif:GPSLatitude')) return true
  return exifMarkers.some(([marker, skipped]) => {
    let at = bytes.indexOf(marker, 0, 'latin1')
    for (let count = 0; at >= 0 && count < markersMax; count++) {
      const tiff = openTiff(bytes.subarray(at + skipped))
      if (tiff?.reader.findEntry(tiff.first, placeIfdTag) != null) return true
      at = bytes.indexOf(marker, at + 1, 'latin1')
    }
    return false
  })
}

/** Returns the orientation of Exif data, 2 to 8. Null for an upright picture and for other data. */
export const readOrientation = (data: Uint8Array): number | null => {
  const tiff = openTiff(data)
  const entry = tiff?.reader.findEntry(tiff.first, orientationTag) ?? null
  const orientation = entry === null ? 1 : tiff!.reader.uint16(entry + 8)
  return orientation >= 2 && orientation <= 8 ? orientation : null
}

/** Returns Exif data that has only an orientation. */
export const orientationExif = (orientation: number): Buffer => {
  const data = Buffer.alloc(headerLength + 2 + entryLength + 4)
  data.write('II', 'latin1')
  data.writeUInt16LE(42, 2)
  data.writeUInt32LE(headerLength, 4)
  data.writeUInt16LE(1, headerLength)
  data.writeUInt16LE(orientationTag, headerLength + 2)
  data.writeUInt16LE(shortType, headerLength + 4)
  data.writeUInt32LE(1, headerLength + 6)
  data.writeUInt16LE(orientation, headerLength + 10)
  return data
}

/** Returns null for other data. */
const openTiff = (data: Uint8Array) => {
  const tiff = startsWith(data, exifPrefix) ? data.subarray(exifPrefix.length) : data
  if (tiff.length < headerLength) return null
  const order = String.fromCharCode(tiff[0]!, tiff[1]!)
  if (order !== 'II' && order !== 'MM') return null
  const reader = new TiffReader(tiff, order === 'II')
  return reader.uint16(2) === 42 ? { reader, order, first: reader.uint32(4) } : null
}

/** Reads values of TIFF data. Outside the data, numbers are -1 and other values are null. */
class TiffReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #isLittleEndian: boolean

  constructor(bytes: Uint8Array, isLittleEndian: boolean) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#isLittleEndian = isLittleEndian
  }

  uint16(at: number): number {
    return at >= 0 && at + 2 <= this.#bytes.length ? this.#view.getUint16(at, this.#isLittleEndian) : -1
  }

  uint32(at: number): number {
    return at >= 0 && at + 4 <= this.#bytes.length ? this.#view.getUint32(at, this.#isLittleEndian) : -1
  }

  /** Returns the offset of a directory's entry. */
  findEntry(directory: number, tag: number): number | null {
    const count = this.uint16(directory)
    for (let index = 0; index < count; index++) {
      const entry = directory + 2 + index * entryLength
      if (entry + entryLength > this.#bytes.length) return null
      if (this.uint16(entry) === tag) return entry
    }
    return null
  }

  /** Returns the bytes of an entry of type BYTE (1), ASCII (2) or UNDEFINED (7). Null for other types. */
  bytesOf(entry: number): Uint8Array | null {
    if (![1, 2, 7].includes(this.uint16(entry + 2))) return null
    const length = this.uint32(entry + 4)
    const start = length <= 4 ? entry + 8 : this.uint32(entry + 8)
    if (start < 0 || length > this.#bytes.length - start) return null
    return this.#bytes.subarray(start, start + length)
  }
}

const decodeComment = (value: Uint8Array, isLittleEndian: boolean): Uint8Array | null => {
  const code = Buffer.from(value.subarray(0, codeLength)).toString('latin1')
  const isCoded = /^(?:ASCII\0|UNICODE|JIS\0|\0{8})/.test(code)
  const content = isCoded ? value.subarray(codeLength) : value
  const comment = code.startsWith('UNICODE') ? Buffer.from(decodeUtf16(content, isLittleEndian)) : content
  return comment.some((byte) => byte > 0x20) ? comment : null
}

/**
 * Decodes UTF-16. The byte order mark determines the byte order, else a first character in ASCII, else the Exif data. Writers disagree
 * about it.
 */
const decodeUtf16 = (content: Uint8Array, isLittleEndian: boolean): string => {
  const even = Buffer.from(content.subarray(0, content.length - (content.length % 2)))
  const mark = even.length >= 2 ? even.readUInt16LE(0) : 0
  const isLittle =
    mark === 0xfeff || (mark !== 0xfffe && (even[0] === 0 ? false : even[1] === 0 ? true : isLittleEndian))
  const text = (isLittle ? even : even.swap16()).toString('utf16le')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

const startsWith = (bytes: Uint8Array, prefix: Uint8Array) => prefix.every((byte, index) => bytes[index] === byte)
