import { isUtf8 } from 'node:buffer'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin-1'

export interface DecodedText {
  /** Without the byte order mark. May contain lone surrogates. */
  text: string
  encoding: TextEncoding
  hasByteOrderMark: boolean
}

/**
 * Decodes text of unknown origin: UTF-16 with a byte order mark, else UTF-8, else Latin-1, which accepts any bytes. Latin-1 means
 * windows-1252, as on the web. An odd last byte of UTF-16 is dropped.
 */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // TextDecoder would replace lone surrogates.
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: buffer.toString('utf16le', 2), encoding: 'utf-16le', hasByteOrderMark: true }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const swapped = Buffer.from(buffer.subarray(2, buffer.length - (buffer.length % 2))).swap16()
    return { text: swapped.toString('utf16le'), encoding: 'utf-16be', hasByteOrderMark: true }
  }
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = decodeUtf8(buffer)
  if (text === null)
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'latin-1', hasByteOrderMark: false }
  return { text: hasByteOrderMark ? text.slice(1) : text, encoding: 'utf-8', hasByteOrderMark }
}

/** Decodes UTF-8, and surrogates that were wrongly encoded as characters (WTF-8, CESU-8). Returns null for other bytes. */
const decodeUtf8 = (bytes: Buffer): string | null => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const surrogates = isUtf8(bytes) ? [] : [...bytes.toString('latin1').matchAll(/\xed[\xa0-\xbf][\x80-\xbf]/g)]
  try {
    let text = ''
    let at = 0
    for (const { index } of surrogates) {
      const unit = 0xd000 | ((bytes[index + 1]! & 0x3f) << 6) | (bytes[index + 2]! & 0x3f)
      text += decoder.decode(bytes.subarray(at, index)) + String.fromCharCode(unit)
      at = index + 3
    }
    return text + decoder.decode(bytes.subarray(at))
  } catch {
    return null
  }
}

/** Encodes JSON as UTF-8. Escapes lone surrogates, which UTF-8 can't represent. In valid JSON, they only occur in strings. */
export const encodeJson = (text: string): Uint8Array =>
  Buffer.from(
    text.isWellFormed()
      ? text
      : text.replaceAll(/\p{Surrogate}/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  )
