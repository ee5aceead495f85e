import { ProviderError } from '../../contract/errors.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { ModelUsage } from '../../contract/model.ts'
import type { FinishReason, ReplyReader } from '../../contract/read_reply.ts'
import { failureOfError } from './failure.ts'

/** An unvalidated event: https://platform.claude.com/docs/en/build-with-claude/streaming. */
interface Event {
  type: unknown
  message: { usage?: Usage | null } | null
  content_block: { type?: unknown; text?: unknown } | null
  delta: { type?: unknown; text?: unknown; thinking?: unknown; stop_reason?: unknown } | null
  usage: Usage | null
  error: unknown
}

interface Usage {
  input_tokens?: unknown
  cache_creation_input_tokens?: unknown
  cache_read_input_tokens?: unknown
  output_tokens?: unknown
}

/** Reads one message. */
export class MessageReader implements ReplyReader {
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  thoughts = 0
  thought = ''
  terminated = false
  failure: ProviderError | null = null
  #input: Usage = {}

  /** Returns the text of an event. Counts thinking and stores it in `thought`. Ignores pings and unknown event types. */
  read(data: string): string {
    const event = jsonEvent<Event>(data)
    switch (event.type) {
      case 'content_block_delta':
        if (event.delta?.type === 'thinking_delta') this.#think(event.delta.thinking)
        return event.delta?.type === 'text_delta' ? textOf(event.delta.text) : ''
      case 'content_block_start':
        if (event.content_block?.type === 'redacted_thinking') this.thoughts++
        return event.content_block?.type === 'text' ? textOf(event.content_block.text ?? '') : ''
      case 'message_start':
        this.#input = event.message?.usage ?? {}
        return ''
      case 'message_delta':
        this.#end(event)
        return ''
      case 'message_stop':
        this.terminated = true
        this.reason ??= 'stop'
        return ''
      case 'error':
        this.failure ??= failureOfError(event.error)
        return ''
      default:
        if (typeof event.type === 'string') return ''
        throw new ProviderError('invalid_response', 'The provider sent an event without a type.')
    }
  }

  /** Reads the stop reason and the usage. Uses the input tokens of `message_start` unless this event repeats them. */
  #end({ delta, usage }: Partial<Event>): void {
    if (typeof delta?.stop_reason === 'string') this.reason = reasonOf(delta.stop_reason)
    if (typeof usage?.output_tokens !== 'number') return
    const input = inputOf(usage) > 0 ? usage : this.#input
    const cached = input.cache_read_input_tokens
    this.usage = {
      inputTokens: inputOf(input),
      outputTokens: usage.output_tokens,
      ...(typeof cached === 'number' ? { cachedTokens: cached } : {}),
    }
  }

  #think(thinking: unknown): void {
    this.thoughts++
    if (typeof thinking === 'string') this.thought += thinking
  }
}

/** Converts a stop reason: https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
function reasonOf(stopReason: string): FinishReason {
  if (stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded') return 'length'
  return stopReason === 'refusal' ? 'refusal' : 'stop'
}

/** Sums the input tokens, including tokens read from and written to the cache, which `input_tokens` excludes. */
function inputOf(usage: Usage): number {
  const counts = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens]
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0)
}

function textOf(text: unknown): string {
  if (typeof text === 'string') return text
  throw new ProviderError('invalid_response', 'The provider sent text that is not a string.')
}
