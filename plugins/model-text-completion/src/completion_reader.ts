import { errorIn, failureOfError } from '../../contract/error_body.ts'
import { ReplyReader } from '../../contract/reply_reader.ts'

/** An unvalidated event. Any field may be missing or have another type. */
interface Chunk {
  choices?: Choice[] | null
  usage?: {
    prompt_tokens?: unknown
    completion_tokens?: unknown
    prompt_tokens_details?: { cached_tokens?: unknown } | null
  } | null
  /** Sent by llama.cpp. */
  timings?: { cache_n?: unknown } | null
}

interface Choice {
  text?: unknown
  /** Sent by servers that mix up the two APIs of OpenAI. */
  delta?: { content?: unknown } | null
  message?: { content?: unknown } | null
  finish_reason?: unknown
}

/** Reads one completion. */
export class CompletionReader extends ReplyReader {
  /** The text that the model writes before its answer, because the prompt leaves it out. */
  before = ''
  #hasText = false

  readEvent(chunk: Chunk): string | null {
    this.#count(chunk)
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined
    // The last event may contain usage without a choice.
    if (!choice) {
      const error = errorIn(chunk)
      if (error) this.fail(failureOfError(error))
      return error || chunk.choices || chunk.usage ? '' : null
    }
    const { delta, message, finish_reason: reason } = choice
    const text = choice.text ?? delta?.content ?? (this.#hasText ? '' : message?.content) ?? ''
    this.finish(reason)
    if (typeof text !== 'string') return null
    if (text === '') return text
    this.#hasText = true
    const answer = text.startsWith(this.before) ? text.slice(this.before.length) : text
    this.before = ''
    return answer
  }

  /** Stores the usage. `prompt_tokens` includes the cached tokens. */
  #count({ usage, timings }: Chunk): void {
    const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage ?? {}
    if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return
    const cached = usage?.prompt_tokens_details?.cached_tokens ?? timings?.cache_n
    this.usage = { inputTokens, outputTokens, ...(typeof cached === 'number' ? { cachedTokens: cached } : {}) }
  }
}
