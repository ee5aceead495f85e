import { ProviderError } from '../../contract/errors.ts'
import type { ModelUsage, ReplyPart } from '../../contract/model.ts'
import { errorIn, failureOfError } from './failure.ts'

type FinishReason = Extract<ReplyPart, { type: 'finish' }>['reason']

/** An event as far as it is looked at. Everything may be missing or of another type: it comes from outside. */
interface Chunk {
  choices?: { delta?: { content?: unknown } | null; finish_reason?: unknown; error?: unknown }[] | null
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
}

/** One completion under way: takes its events in order and keeps what they say beside the text. */
export class Completion {
  /** Why it ended, once the upstream has said so. */
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  /** Set by `[DONE]`: nothing follows. */
  terminated = false
  /** Whether any event was read. */
  begun = false
  /** What an event reported instead of text; nothing after it counts. */
  failure: ProviderError | null = null

  /**
   * The text that an event adds, often none. Never the reasoning: that comes in fields of its own (`reasoning_content`,
   * `reasoning`, parts of type `thinking`), which are not looked at. Throws `invalid_response` for what is no chunk.
   */
  read(data: string): string {
    this.begun = true
    if (data === '[DONE]') {
      this.terminated = true
      this.reason ??= 'stop'
      return ''
    }
    const chunk = parsed(data)
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

function parsed(data: string): Chunk {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    // Without its cause: a SyntaxError quotes the text.
    throw new ProviderError('invalid_response', 'The provider sent an event that is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProviderError('invalid_response', 'The provider sent an event that is no completion chunk.')
  }
  return value
}

/** Mistral's thinking models send parts: `[{type: 'thinking', …}, {type: 'text', text: '…'}]`. */
function textOfParts(content: unknown): string {
  if (!Array.isArray(content)) throw new ProviderError('invalid_response', 'The provider sent text that is no text.')
  let text = ''
  for (const part of content) if (part?.type === 'text' && typeof part.text === 'string') text += part.text
  return text
}
