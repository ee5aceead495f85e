import { errorIn, failureOfError } from '../../contract/error_body.ts'
import { ProviderError } from '../../contract/errors.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { ModelUsage } from '../../contract/model.ts'
import type { FinishReason, ReplyReader } from '../../contract/read_reply.ts'

/** An unvalidated event. Any field may be missing or have another type. */
interface Chunk {
  choices?: { delta?: Delta | null; finish_reason?: unknown; error?: unknown }[] | null
  usage?: Usage | null
  /** Sent by llama.cpp, in the event with the usage. */
  timings?: { cache_n?: unknown } | null
}

interface Usage {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  prompt_tokens_details?: { cached_tokens?: unknown } | null
  /** Sent by DeepSeek. */
  prompt_cache_hit_tokens?: unknown
}

interface Delta {
  content?: unknown
  /** The text with which the model declines. Sent by OpenAI. */
  refusal?: unknown
  /** Sent by DeepSeek, xAI, vLLM and llama.cpp. */
  reasoning_content?: unknown
  /** Sent by OpenRouter, Groq and newer versions of vLLM. */
  reasoning?: unknown
}

/** Reads one completion. */
export class Completion implements ReplyReader {
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  thoughts = 0
  thought = ''
  terminated = false
  failure: ProviderError | null = null
  #hasRefused = false

  read(data: string): string {
    if (data === '[DONE]') {
      this.terminated = true
      this.reason ??= this.#hasRefused ? 'refusal' : 'stop'
      return ''
    }
    const chunk = jsonEvent<Chunk>(data)
    if (chunk.usage) this.#count(chunk.usage, chunk.timings?.cache_n)
    const choice = chunk.choices?.[0]
    const error = choice?.error ?? errorIn(chunk)
    // The last event may contain usage without a choice. An error may also lack a choice.
    if (!choice || error) {
      if (error) this.failure ??= failureOfError(error)
      if (!choice) return ''
    }
    if (choice.finish_reason) this.#finish(choice.finish_reason)
    const { content, refusal, reasoning_content: thought, reasoning } = choice.delta ?? {}
    if (refusal) this.#refuse()
    if (thought || reasoning) this.#think(thought || reasoning)
    return typeof content === 'string' ? content : this.#textOfParts(content ?? [])
  }

  /** Counts the text of a refusal as thinking, because it isn't the character's answer. */
  #refuse(): void {
    this.#hasRefused = true
    this.thoughts++
    if (this.reason !== null) this.reason = 'refusal'
  }

  #finish(reason: unknown): void {
    // The model failed during the reply. OpenRouter and Mistral send 'error', DeepSeek sends the other reason.
    if (reason === 'error' || reason === 'insufficient_system_resource')
      this.failure ??= failureOfError({ type: 'server_error' })
    else if (this.#hasRefused || reason === 'refusal') this.reason = 'refusal'
    else if (reason === 'length' || reason === 'model_length') this.reason = 'length'
    else if (typeof reason === 'string' && reason.startsWith('content_filter')) this.reason = 'filter'
    else this.reason = 'stop'
  }

  #think(thought: unknown): void {
    this.thoughts++
    if (typeof thought === 'string') this.thought += thought
  }

  #count({ prompt_tokens: inputTokens, completion_tokens: outputTokens, ...usage }: Usage, reused: unknown): void {
    if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return
    const cached = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? reused
    this.usage = { inputTokens, outputTokens, ...(typeof cached === 'number' ? { cachedTokens: cached } : {}) }
  }

  /** Reads the parts that Mistral's thinking models send: `[{type: 'thinking', …}, {type: 'text', text: '…'}]`. */
  #textOfParts(content: unknown): string {
    if (!Array.isArray(content))
      throw new ProviderError('invalid_response', 'The provider sent text that is not a string.')
    let text = ''
    for (const part of content) {
      if (part?.type === 'thinking') this.#think(wordsOf(part.thinking))
      if (part?.type === 'text' && typeof part.text === 'string') text += part.text
    }
    return text
  }
}

/** Returns the words of Mistral's thinking, which is a list of texts. */
const wordsOf = (thinking: unknown): string =>
  Array.isArray(thinking) ? thinking.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('') : ''
