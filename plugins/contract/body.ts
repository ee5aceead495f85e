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
