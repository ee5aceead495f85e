import { ProviderError } from './errors.ts'

/** Reads up to `bytesMax` of a body as text, then closes the connection. If the body breaks off, returns the part that arrived. */
export async function readText(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= bytesMax) break
    }
  } catch {
    // The part of an error body that arrived still helps to classify the error.
  }
  return Buffer.concat(chunks).toString('utf8', 0, Math.min(bytes, bytesMax))
}

/**
 * Reads a whole body. Above `bytesMax`, closes the connection and throws `invalid_response`. If `content-length` already exceeds the limit,
 * does so before reading.
 */
export async function readBytes(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  headers: Record<string, string> = {}
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const tooLarge = () =>
    new ProviderError('invalid_response', `The provider sent more than ${Math.round(bytesMax / 1e6)} MB.`)
  if (Number(headers['content-length']) > bytesMax) {
    await body[Symbol.asyncIterator]().return?.()
    throw tooLarge()
  }
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/**
 * Reads the rest of a body that is about to end, so that its connection can be reused. Closes the connection after `forMs` or 64 chunks.
 * Returns immediately.
 */
export function drainBody(body: AsyncIterator<Uint8Array>, forMs = 200): void {
  const close = () => void Promise.resolve(body.return?.()).catch(() => {})
  const timer = setTimeout(close, forMs)
  timer.unref()
  const read = async () => {
    for (let chunks = 0; chunks < 64; chunks++) if ((await body.next()).done) return
    close()
  }
  void read()
    .catch(close)
    .finally(() => clearTimeout(timer))
}
