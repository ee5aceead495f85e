/**
 * Converts a text to UTF-8 without a byte order mark. Recognizes UTF-16 by its mark. The first chunk must have at least three bytes, unless
 * the text is shorter.
 */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let isFirst = true
  const encoder = new TextEncoder()
  for await (const chunk of chunks) {
    let bytes = chunk
    if (isFirst) {
      isFirst = false
      const [a, b, c] = chunk
      if (a === 0xef && b === 0xbb && c === 0xbf) bytes = chunk.subarray(3)
      else if (a === 0xff && b === 0xfe) decoder = new TextDecoder('utf-16le')
      else if (a === 0xfe && b === 0xff) decoder = new TextDecoder('utf-16be')
    }
    yield decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes
  }
  if (decoder) yield encoder.encode(decoder.decode())
}
