import { ReplyReader } from '../../contract/reply_reader.ts'
import { failureOfError } from './failure.ts'

/** An unvalidated event: https://platform.claude.com/docs/en/build-with-claude/streaming. */
interface Event {
  type: unknown
  message: { usage?: Usage | null } | null
  content_block: { type?: unknown; text?: unknown } | null
  delta: { type?: unknown; text?: unknown; thinking?: unknown; stop_reason?: unknown } | null
  usage: Usage | null
  error: unknown
  /** The fields of a whole answer. */
  content: ({ type?: unknown; text?: unknown; thinking?: unknown } | null)[]
  stop_reason: unknown
}

interface Usage {
  input_tokens?: unknown
  cache_creation_input_tokens?: unknown
  cache_read_input_tokens?: unknown
  output_tokens?: unknown
}

/** Reads one message. */
export class MessageReader extends ReplyReader {
  #input: Usage = {}

  /** Returns the text of an event. Ignores pings and unknown event types. */
  readEvent(event: Partial<Event>): string | null {
    switch (event.type) {
      case 'content_block_delta':
        if (event.delta?.type === 'thinking_delta') this.think(event.delta.thinking)
        return event.delta?.type === 'text_delta' ? textOf(event.delta.text) : ''
      case 'content_block_start':
        if (event.content_block?.type === 'redacted_thinking') this.think()
        return event.content_block?.type === 'text' ? textOf(event.content_block.text ?? '') : ''
      case 'message_start':
        this.#input = event.message?.usage ?? {}
        return ''
      case 'message_delta':
        this.#end(event.delta?.stop_reason, event.usage)
        return ''
      case 'message_stop':
        this.done()
        return ''
      case 'message':
        return this.#readWhole(event)
      default:
        if (event.error) this.fail(failureOfError(event.error))
        return event.error || typeof event.type === 'string' ? '' : null
    }
  }

  /** Reads the answer of a server that doesn't stream. */
  #readWhole({ content, stop_reason: reason, usage }: Partial<Event>): string {
    let text = ''
    for (const block of Array.isArray(content) ? content : []) {
      if (block?.type === 'thinking') this.think(block.thinking)
      if (block?.type === 'text' && typeof block.text === 'string') text += block.text
    }
    this.#end(reason, usage)
    return text
  }

  /** Reads the stop reason and the usage. Uses the input tokens of `message_start` unless this event repeats them. */
  #end(reason: unknown, usage: Usage | null | undefined): void {
    this.finish(reason)
    if (typeof usage?.output_tokens !== 'number') return
    const input = inputOf(usage) > 0 ? usage : this.#input
    const cached = input.cache_read_input_tokens
    this.usage = {
      inputTokens: inputOf(input),
      outputTokens: usage.output_tokens,
      ...(typeof cached === 'number' ? { cachedTokens: cached } : {}),
    }
  }
}

/** Sums the input tokens, including tokens read from and written to the cache, which `input_tokens` excludes. */
function inputOf(usage: Usage): number {
  const counts = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens]
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0)
}

const textOf = (text: unknown): string | null => (typeof text === 'string' ? text : null)
