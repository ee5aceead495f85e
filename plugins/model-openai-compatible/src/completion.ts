import { ProviderError } from '../../contract/errors.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { ModelUsage } from '../../contract/model.ts'
import type { FinishReason, ReplyReader } from '../../contract/read_reply.ts'
import { errorIn, failureOfError } from './failure.ts'

/** An event as far as it is looked at. Everything may be missing or of another type: it comes from outside. */
interface Chunk {
  choices?: { delta?: Delta | null; finish_reason?: unknown; error?: unknown }[] | null
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
}

interface Delta {
  content?: unknown
  /** OpenAI: the model's words for declining. */
  refusal?: unknown
  /** DeepSeek, xAI, vLLM, llama.cpp. */
  reasoning_content?: unknown
  /** OpenRouter, Groq, newer vLLM. */
  reasoning?: unknown
}

/** One completion under way. */
export class Completion implements ReplyReader {
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  thoughts = 0
  /** Set by `[DONE]`: nothing follows. */
  terminated = false
  failure: ProviderError | null = null
  #hasRefused = false

  /**
   * The text that an event adds, often none. Reasoning and a refusal's words come in fields of their own; they are counted, never
   * returned. Throws `invalid_response` for what is no chunk.
   */
  read(data: string): string {
    if (data === '[DONE]') {
      this.terminated = true
      this.reason ??= this.#hasRefused ? 'refusal' : 'stop'
      return ''
    }
    const chunk = jsonEvent<Chunk>(data)
    if (chunk.usage) this.#count(chunk.usage)
    const choice = chunk.choices?.[0]
    // The last event may carry usage and no choice; an error carries no choice either, or rides in one.
    if (!choice) return this.#fail(errorIn(chunk))
    if (choice.finish_reason || choice.error) this.#finish(choice.finish_reason, choice.error ?? errorIn(chunk))
    const { content, refusal, reasoning_content: thought, reasoning } = choice.delta ?? {}
    if (refusal) this.#refuse()
    if (thought || reasoning) this.thoughts++
    if (typeof content === 'string') return content
    return content === undefined || content === null ? '' : this.#textOfParts(content)
  }

  /** Its words are no answer of the character's. */
  #refuse(): void {
    this.#hasRefused = true
    this.thoughts++
    if (this.reason !== null) this.reason = 'refusal'
  }

  #finish(reason: unknown, error: unknown): void {
    // 'error' is OpenRouter's and Mistral's, the other DeepSeek's: the model was taken away in the middle of the reply.
    if (error || reason === 'error' || reason === 'insufficient_system_resource')
      this.#fail(error || { type: 'server_error' })
    else if (this.#hasRefused || reason === 'refusal') this.reason = 'refusal'
    else if (reason === 'length' || reason === 'model_length') this.reason = 'length'
    else if (typeof reason === 'string' && reason.startsWith('content_filter')) this.reason = 'filter'
    else this.reason = 'stop'
  }

  #fail(error: unknown): string {
    if (error) this.failure ??= failureOfError(error)
    return ''
  }

  #count(usage: NonNullable<Chunk['usage']>): void {
    const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage
    if (typeof inputTokens === 'number' && typeof outputTokens === 'number') this.usage = { inputTokens, outputTokens }
  }

  /** Mistral's thinking models send parts: `[{type: 'thinking', …}, {type: 'text', text: '…'}]`. */
  #textOfParts(content: unknown): string {
    if (!Array.isArray(content)) throw new ProviderError('invalid_response', 'The provider sent text that is no text.')
    let text = ''
    for (const part of content) {
      if (part?.type === 'thinking') this.thoughts++
      if (part?.type === 'text' && typeof part.text === 'string') text += part.text
    }
    return text
  }
}
