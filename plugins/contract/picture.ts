import { ProviderError } from './errors.ts'
import { pictureBytesMax, type DrawnImage } from './image.ts'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The chunk name `IEND`. */
const pngEnd = 0x49454e44

/**
 * Recognizes a PNG, JPEG or WebP by its content and drops trailing bytes. Throws `invalid_response` for anything else, for a truncated
 * picture and for a picture above `pictureBytesMax`. Reads only the container, so the check is cheap.
 */
export function pictureOf(bytes: Buffer): DrawnImage {
  if (bytes.length === 0) throw invalid('The provider sent an empty picture.')
  for (const [type, endOf] of Object.entries(endings)) {
    const end = endOf(bytes)
    if (end === null) continue
    if (end > bytes.length) throw invalid('The provider sent a truncated picture.')
    if (end > pictureBytesMax) throw invalid('The provider sent a picture that is too large.')
    return { type: type as DrawnImage['type'], bytes: bytes.subarray(0, end) }
  }
  throw invalid('The provider sent something other than a PNG, JPEG or WebP.')
}

/** Returns the picture in a `data:` URL, or null for any other link. Throws as `pictureOf` does. */
export function pictureInData(link: unknown): DrawnImage | null {
  const base64 = typeof link === 'string' ? /^data:image\/[a-z]+;base64,/.exec(link) : null
  return base64 && pictureOf(Buffer.from((link as string).slice(base64[0].length), 'base64'))
}

/** Reads a picture in base64. Some servers send a `data:` URL instead. Throws as `pictureOf` does. */
export const pictureInBase64 = (base64: string): DrawnImage =>
  pictureInData(base64) ?? pictureOf(Buffer.from(base64, 'base64'))

/** The size limit of an answer with a picture in base64, which is a third longer than the picture. The rest is for the JSON around it. */
export const base64AnswerBytesMax = Math.ceil(pictureBytesMax / 3) * 4 + 1_000_000

const invalid = (message: string) => new ProviderError('invalid_response', message)

/** Functions by type that return the end offset of a picture. `Infinity` if the bytes don't contain the end, null for another type. */
const endings: Record<DrawnImage['type'], (bytes: Buffer) => number | null> = {
  'image/png': (bytes) => {
    if (!bytes.subarray(0, 8).equals(pngSignature)) return null
    // Each chunk has a length, a name, content and a checksum (https://www.w3.org/TR/png-3/#5Chunk-layout).
    for (let at = 8; at + 12 <= bytes.length;) {
      const end = at + 12 + bytes.readUInt32BE(at)
      if (bytes.readUInt32BE(at + 4) === pngEnd) return end
      at = end
    }
    return Infinity
  },
  'image/jpeg': (bytes) => {
    if (bytes.length < 3 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return null
    // Segments have lengths up to the scan (ITU T.81, B.1.1). After that, FF D9 only occurs as the end.
    for (let at = 2; at + 4 <= bytes.length;) {
      if (bytes[at] !== 0xff) return Infinity
      if (bytes[at + 1] === 0xff) at += 1
      else if (bytes[at + 1] === 0xda) {
        const end = bytes.indexOf('ffd9', at, 'hex')
        return end < 0 ? Infinity : end + 2
      } else at += 2 + bytes.readUInt16BE(at + 2)
    }
    return Infinity
  },
  'image/webp': (bytes) => {
    if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
    // The size doesn't include the first 8 bytes (https://developers.google.com/speed/webp/docs/riff_container).
    return 8 + bytes.readUInt32LE(4)
  },
}
