/**
 * Reads a `text/event-stream` piece by piece and gives the payload of each `data:` line, wherever the pieces were cut.
 * Both the model's stream and ours put one event on one line, so events of several lines are not joined.
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

/** The text in one `chat.completion.chunk`; '' for the role, the usage and the end. Throws for an error sent under HTTP 200. */
export function deltaText(payload) {
  if (payload === '[DONE]') return ''
  const chunk = JSON.parse(payload)
  if (chunk.error) throw new Error(`the model answered an error: ${chunk.error.message ?? 'without a message'}`)
  return chunk.choices?.[0]?.delta?.content ?? ''
}
