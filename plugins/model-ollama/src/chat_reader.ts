import { ProviderError } from '../../contract/errors.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { ModelUsage } from '../../contract/model.ts'
import type { FinishReason, ReplyReader } from '../../contract/read_reply.ts'
import { failureOfLine } from './failure.ts'

/** An unvalidated line: https://docs.ollama.com/api/chat. */
interface Line {
  message: { content?: unknown; thinking?: unknown } | null
  done: unknown
  done_reason: unknown
  prompt_eval_count: unknown
  eval_count: unknown
  error: unknown
}

/** Reads one reply. */
export class ChatReader implements ReplyReader {
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  thoughts = 0
  thought = ''
  terminated = false
  failure: ProviderError | null = null
  readonly #model: string

  constructor(model: string) {
    this.#model = model
  }

  read(data: string): string {
    const line = jsonEvent<Line>(data)
    if (line.error !== undefined) {
      this.failure ??= failureOfLine(this.#model, line.error)
      return ''
    }
    if (line.done === true) this.#end(line)
    const thinking = line.message?.thinking
    if (thinking) this.thoughts++
    if (typeof thinking === 'string') this.thought += thinking
    const content = line.message?.content ?? ''
    if (typeof content === 'string' && (line.message || line.done === true)) return content
    throw new ProviderError('invalid_response', 'The provider sent a line that is not part of a chat.')
  }

  #end({ done_reason: reason, prompt_eval_count: inputTokens, eval_count: outputTokens }: Partial<Line>): void {
    this.terminated = true
    this.reason = reason === 'length' ? 'length' : 'stop'
    // Older servers omit `prompt_eval_count` for a cached prompt.
    if (typeof outputTokens === 'number')
      this.usage = typeof inputTokens === 'number' ? { inputTokens, outputTokens } : null
  }
}
