import { ProviderError } from '../../contract/errors.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { ModelUsage } from '../../contract/model.ts'
import type { FinishReason, ReplyReader } from '../../contract/read_reply.ts'
import { errorIn, failureOfError } from './failure.ts'

/** An event as far as it is looked at. Everything may be missing or of another type: it comes from outside. */
interface Chunk {
  choices?: { delta?: { content?: unknown } | null; finish_reason?: unknown; error?: unknown }[] | null
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
}

/** One completion under way. */
export class Completion implements ReplyReader {
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  /** Set by `[DONE]`: nothing follows. */
  terminated = false
  failure: ProviderError | null = null

  /**
   * The text that an event adds, often none. Never the reasoning: that comes in fields of its own (`reasoning_content`,
   * `reasoning`, parts of type `thinking`), which are not looked at. Throws `invalid_response` for what is no chunk.
   */
  read(data: string): string {
    if (data === '[DONE]') {
      this.terminated = true
      this.reason ??= 'stop'
      return ''
    }
    const chunk = jsonEvent<Chunk>(data)
    if (chunk.usage) this.#count(chunk.usage)
    const choice = chunk.choices?.[0]
    // The last event may carry usage and no choice; an error carries no choice either, or rides in one.
    if (!choice) return this.#fail(errorIn(chunk))
    if (choice.finish_reason || choice.error) this.#finish(choice.finish_reason, choice.error ?? errorIn(chunk))
    const content = choice.delta?.content
    if (typeof content === 'string') return content
    return content === undefined || content === null ? '' : textOfParts(content)
  }

  #finish(reason: unknown, error: unknown): void {
    // 'error' is OpenRouter's and Mistral's, the other DeepSeek's: the model was taken away in the middle of the reply.
    if (error || reason === 'error' || reason === 'insufficient_system_resource')
      this.#fail(error || { type: 'server_error' })
    else if (reason === 'length' || reason === 'model_length') this.reason = 'length'
    else if (reason === 'content_filter') this.reason = 'filter'
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
}

/** Mistral's thinking models send parts: `[{type: 'thinking', …}, {type: 'text', text: '…'}]`. */
function textOfParts(content: unknown): string {
  if (!Array.isArray(content)) throw new ProviderError('invalid_response', 'The provider sent text that is no text.')
  let text = ''
  for (const part of content) if (part?.type === 'text' && typeof part.text === 'string') text += part.text
  return text
}
