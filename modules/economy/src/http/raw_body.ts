import type { HttpContext } from '@adonisjs/core/http'

const bytesMax = 1_048_576

/** Reads the body's bytes. Returns null when it is too large. Throws when the connection breaks. */
export const rawBody = async ({ request }: HttpContext): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.request as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
