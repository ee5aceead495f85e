import { ProviderError } from './errors.ts'

/** Up to `bytesMax` of a body as text; what is more is not read and the connection is dropped. Broken bodies give what came. */
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
    // What an error said before its connection broke is still the best there is to sort it by.
  }
  return Buffer.concat(chunks).toString('utf8', 0, Math.min(bytes, bytesMax))
}

/**
 * A whole body. More than `bytesMax` is `invalid_response` and hung up on, at once where the headers say so already. A body that
 * breaks off throws what it breaks off with.
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
 * For a body whose end is due: reads on for at most `forMs`, so that its connection can be used again, then hangs up.
 * Returns at once and never rejects.
 */
export function letRunOut(body: AsyncIterator<Uint8Array>, forMs = 200): void {
  const hangUp = () => void Promise.resolve(body.return?.()).catch(() => {})
  const timer = setTimeout(hangUp, forMs)
  timer.unref()
  const read = async () => {
    for (let chunks = 0; chunks < 64; chunks++) if ((await body.next()).done) return
    hangUp()
  }
  void read()
    .catch(hangUp)
    .finally(() => clearTimeout(timer))
}
