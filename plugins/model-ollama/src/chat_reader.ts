import { ReplyReader } from '../../contract/reply_reader.ts'
import { failureOfLine } from './failure.ts'

/** An unvalidated line: https://docs.ollama.com/api/chat. */
interface Line {
  message?: { content?: unknown; thinking?: unknown } | null
  done?: unknown
  done_reason?: unknown
  prompt_eval_count?: unknown
  eval_count?: unknown
  error?: unknown
}

/** Reads one reply. */
export class ChatReader extends ReplyReader {
  readonly #model: string

  constructor(model: string) {
    super()
    this.#model = model
  }

  readEvent(line: Line): string | null {
    if (line.error) {
      this.fail(failureOfLine(this.#model, line.error))
      return ''
    }
    const isDone = line.done === true
    if (isDone) this.#end(line)
    const thinking = line.message?.thinking
    if (thinking) this.think(thinking)
    const content = line.message?.content ?? ''
    return typeof content === 'string' && (line.message || isDone) ? content : null
  }

  #end({ done_reason: reason, prompt_eval_count: inputTokens, eval_count: outputTokens }: Line): void {
    this.terminated = true
    // Older servers send no reason.
    this.finish(reason || 'stop')
    // Older servers omit `prompt_eval_count` for a cached prompt.
    if (typeof outputTokens === 'number')
      this.usage = typeof inputTokens === 'number' ? { inputTokens, outputTokens } : null
  }
}
