import { crc32 } from 'node:zlib'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { FileLimits } from '../file_limits.ts'
import type { FileRefusal } from '../opened_file.ts'

export const pngSignature: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A chunk of a PNG file (PNG specification, section 5.3). */
export interface PngChunk {
  type: string
  data: Uint8Array
  hasRightChecksum: boolean
}

export interface PngChunks {
  /** The chunks that may contain a card: text and Exif, in the file's order. */
  chunks: PngChunk[]
  isAnimated: boolean
  /** The offset after the IEND chunk. Bytes after it are not part of the picture. */
  end: number
  isComplete: boolean
}

/** Returns a chunk's type as a number, which is faster to compare. A file may have millions of empty chunks. */
const typeNumber = (type: string) => Buffer.from(type, 'latin1').readUInt32BE()

const textTypes = new Map(['tEXt', 'zTXt', 'iTXt', 'eXIf'].map((type) => [typeNumber(type), type]))
const animationType = typeNumber('acTL')
const endType = typeNumber('IEND')

/**
 * Reads the text and Exif chunks of a PNG, in any order. Their data are views of the file. Refuses a chunk that is longer than the rest of
 * the file.
 */
export const readPngChunks = (file: Uint8Array, limits: FileLimits): Result<PngChunks, FileRefusal> => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const chunks: PngChunk[] = []
  let isAnimated = false
  let at = pngSignature.length
  while (at < file.length) {
    if (file.length - at < 12) return fail(cutShort)
    const length = view.getUint32(at)
    if (length > file.length - at - 12) return fail(cutShort)
    const number = view.getUint32(at + 4)
    const type = textTypes.get(number)
    if (type) {
      if (chunks.length >= limits.textChunksMax)
        return fail({ kind: 'too_many_entries', reason: `The PNG has more than ${limits.textChunksMax} text chunks.` })
      chunks.push({
        type,
        data: file.subarray(at + 8, at + 8 + length),
        hasRightChecksum: crc32(file.subarray(at + 4, at + 8 + length)) === view.getUint32(at + 8 + length),
      })
    }
    isAnimated ||= number === animationType
    at += 12 + length
    if (number === endType) return ok({ chunks, isAnimated, end: at, isComplete: true })
  }
  return ok({ chunks, isAnimated, end: at, isComplete: false })
}

const cutShort: FileRefusal = { kind: 'damaged', reason: 'The PNG is cut short. Download it again.' }
