/** The server writes a comment every 15 seconds. After this long without a byte the connection is dead, whatever the browser believes. */
const silenceMs = 40_000

/**
 * Reads a `text/event-stream` body event by event: the JSON of each `data:` line. Comment lines, other fields and
 * lines that are no JSON are skipped. Chunks may be cut anywhere, inside a character as well. Ends when the body does;
 * throws when nothing comes for 40 seconds; an event without its line end at that point is incomplete and dropped.
 */
export async function* readEvents<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read())
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const event = parseLine<T>(line)
        if (event !== null) yield event
      }
    }
  } finally {
    // The reader may have stopped in the middle: hang up, and don't let the answer to that trouble anyone.
    reader.cancel().catch(() => {})
  }
}

/** Aborts a call for a stream that gets no answer for 40 seconds. Its headers are an answer. */
export function abortUnanswered(answer: Promise<unknown>, call: AbortController): void {
  const timer = setTimeout(() => call.abort(), silenceMs)
  const settled = () => clearTimeout(timer)
  answer.then(settled, settled)
}

async function inTime<T>(read: Promise<T>): Promise<T> {
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
