import { errorIn, failureOfError } from '../../contract/error_body.ts'
import { ProviderError } from '../../contract/errors.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { ModelUsage } from '../../contract/model.ts'
import type { FinishReason, ReplyReader } from '../../contract/read_reply.ts'

/** An unvalidated event. Any field may be missing or have another type. */
interface Chunk {
  choices?: { text?: unknown; finish_reason?: unknown }[] | null
  usage?: {
    prompt_tokens?: unknown
    completion_tokens?: unknown
    prompt_tokens_details?: { cached_tokens?: unknown } | null
  } | null
  /** Sent by llama.cpp. */
  timings?: { cache_n?: unknown } | null
}

/** Reads one completion. */
export class CompletionReader implements ReplyReader {
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  terminated = false
  failure: ProviderError | null = null
  /** The text that the model writes before its answer, because the prompt leaves it out. */
  before = ''

  read(data: string): string {
    if (data === '[DONE]') {
      this.terminated = true
      this.reason ??= 'stop'
      return ''
    }
    const chunk = jsonEvent<Chunk>(data)
    this.#count(chunk)
    const choice = chunk.choices?.[0]
    // The last event may contain usage without a choice.
    if (!choice) {
      const error = errorIn(chunk)
      if (error) this.failure ??= failureOfError(error)
      return ''
    }
    const { text = '', finish_reason: reason } = choice
    if (typeof text !== 'string')
      throw new ProviderError('invalid_response', 'The provider sent text that is not a string.')
    if (reason) this.reason = reason === 'length' ? 'length' : reason === 'content_filter' ? 'filter' : 'stop'
    if (text === '' || this.before === '') return text
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
