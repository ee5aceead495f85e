/**
 * Parses a `text/event-stream` in arbitrary chunks and returns the payload of each `data:` line. Multi-line events aren't joined,
 * because neither the model nor Facet sends them.
 */
export class DataLines {
  #rest = ''
  #onData

  constructor(onData) {
    this.#onData = onData
  }

  push(piece) {
    const text = this.#rest === '' ? piece : this.#rest + piece
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      const stop = text.charCodeAt(end - 1) === 13 && end > from ? end - 1 : end
      if (text.startsWith('data:', from)) {
        const start = text.charCodeAt(from + 5) === 32 ? from + 6 : from + 5
        this.#onData(text.slice(start, stop))
      }
      from = end + 1
    }
    this.#rest = from === 0 ? text : text.slice(from)
  }
}

/** Returns the text of a `chat.completion.chunk`, or '' for role, usage and end. Throws on an error under HTTP 200. */
export function deltaText(payload) {
  if (payload === '[DONE]') return ''
  const chunk = JSON.parse(payload)
  if (chunk.error) throw new Error(`the model answered an error: ${chunk.error.message ?? 'without a message'}`)
  return chunk.choices?.[0]?.delta?.content ?? ''
}
