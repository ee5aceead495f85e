/** The server sends a comment every 15 seconds, so the connection is dead after this time without a byte. */
const silenceMs = 40_000

/**
 * Reads a `text/event-stream` body: yields the JSON of each `data:` line. Skips comments, other fields and invalid JSON. Chunks may be
 * split anywhere, even inside a character. Ends with the body and drops an incomplete last line. Throws after 40 seconds of silence.
 */
export async function* readEvents<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read())
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const event = parseLine<T>(line)
        if (event !== null) yield event
      }
    }
  } finally {
    // The consumer may stop early: close the connection, and ignore errors of closing.
    reader.cancel().catch(() => {})
  }
}

/** Aborts a call whose response headers don't arrive within 40 seconds. */
export function abortUnanswered(response: Promise<unknown>, call: AbortController): void {
  const timer = setTimeout(() => call.abort(), silenceMs)
  const settled = () => clearTimeout(timer)
  response.then(settled, settled)
}

async function withTimeout<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream went silent')), silenceMs)
  })
  return Promise.race([read, silence]).finally(() => clearTimeout(timer))
}

function parseLine<T>(line: string): T | null {
  if (!line.startsWith('data:')) return null
  try {
    const parsed: unknown = JSON.parse(line.slice('data:'.length))
    return typeof parsed === 'object' && parsed !== null ? (parsed as T) : null
  } catch {
    return null
  }
}
