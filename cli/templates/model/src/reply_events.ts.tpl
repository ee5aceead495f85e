import { ReplyReader } from '../../contract/reply_reader.ts'
import { failureOf } from './failure.ts'

/** An unvalidated event. */
interface Event {
  text?: unknown
  thought?: unknown
  done?: unknown
  usage?: { input?: unknown; output?: unknown } | null
  error?: unknown
}

/** Reads one reply. */
export class ReplyEvents extends ReplyReader {
  /** Returns the text of an event. Null for one that isn't part of a reply, which is then skipped. */
  readEvent(event: Event): string | null {
    if (event.error !== undefined) this.fail(failureOf(event.error))
    if (event.usage) this.#count(event.usage)
    // Counted, and never returned as text.
    if (event.thought !== undefined) this.think()
    if (event.done !== undefined) {
      this.finish(event.done)
      this.terminated = true
    }
    const text = event.text ?? ''
    return typeof text === 'string' ? text : null
  }

  #count({ input, output }: NonNullable<Event['usage']>): void {
    if (typeof input === 'number' && typeof output === 'number')
      this.usage = { inputTokens: input, outputTokens: output }
  }
}
