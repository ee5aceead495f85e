import { ProviderError } from '../../contract/errors.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { ModelUsage } from '../../contract/model.ts'
import type { FinishReason, ReplyReader } from '../../contract/read_reply.ts'
import { failureOf } from './failure.ts'

/** An unvalidated event. */
interface Event {
  text: unknown
  thought: unknown
  done: unknown
  usage: { input?: unknown; output?: unknown } | null
  error: unknown
}

/** Reads one reply. */
export class ReplyEvents implements ReplyReader {
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  /** The number of events with reasoning. */
  thoughts = 0
  terminated = false
  failure: ProviderError | null = null

  /** Returns the text of an event. Reasoning is counted but never returned. */
  read(data: string): string {
    const event = jsonEvent<Event>(data)
    if (event.error !== undefined) this.failure ??= failureOf(event.error)
    if (event.usage) this.#count(event.usage)
    if (event.thought !== undefined) this.thoughts++
    if (event.done !== undefined) {
      this.reason = isReason(event.done) ? event.done : 'stop'
      this.terminated = true
    }
    const text = event.text ?? ''
    if (typeof text === 'string') return text
    throw new ProviderError('invalid_response', 'The provider sent text that is not a string.')
  }

  #count({ input, output }: NonNullable<Event['usage']>): void {
    if (typeof input === 'number' && typeof output === 'number')
      this.usage = { inputTokens: input, outputTokens: output }
  }
}

/** 'filter' means that the vendor's content rules ended the reply. 'refusal' means that the model declined. */
const isReason = (done: unknown): done is FinishReason =>
  done === 'stop' || done === 'length' || done === 'filter' || done === 'refusal'
