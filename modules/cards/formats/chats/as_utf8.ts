import { isUtf8 } from 'node:buffer'
import { decodeText, encodeJson } from '../json/decode_text.ts'

/**
 * Returns a line or document of a chat as UTF-8. Bytes that aren't UTF-8 are Latin-1, unless other characters show that only some bytes of
 * UTF-8 are damaged. Damaged bytes stay for exports.
 */
export const repairUtf8 = (bytes: Uint8Array): { bytes: Uint8Array; isUtf8: boolean } => {
  if (isUtf8(bytes)) return { bytes, isUtf8: true }
  const { text, encoding } = decodeText(bytes)
  const isDamaged = encoding === 'latin-1' && /[^\0-\x7f\ufffd]/.test(new TextDecoder('utf-8').decode(bytes))
  return { bytes: isDamaged ? bytes : encodeJson(text), isUtf8: false }
}

/**
 * Converts a text to UTF-8 without a byte order mark. Recognizes UTF-16 by its mark, or by the zeros of two ASCII characters. The first
 * chunk must have at least four bytes, unless the text is shorter.
 */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let isFirst = true
  const encoder = new TextEncoder()
  for await (const chunk of chunks) {
    let bytes = chunk
    if (isFirst) {
      isFirst = false
      const [a, b, c, d] = chunk
      if (a === 0xef && b === 0xbb && c === 0xbf) bytes = chunk.subarray(3)
      else if (a === 0xff && b === 0xfe) decoder = new TextDecoder('utf-16le')
      else if (a === 0xfe && b === 0xff) decoder = new TextDecoder('utf-16be')
      else if (a && b === 0 && c && d === 0) decoder = new TextDecoder('utf-16le')
      else if (a === 0 && b && c === 0 && d) decoder = new TextDecoder('utf-16be')
    }
    yield decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes
  }
  if (decoder) yield encoder.encode(decoder.decode())
}
