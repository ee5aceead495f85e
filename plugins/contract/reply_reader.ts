import { failureOfError } from './error_body.ts'
import type { ProviderError } from './errors.ts'
import { finishMeaning, type FinishReason } from './finish_reasons.ts'
import type { ModelUsage } from './model.ts'

/**
 * Interprets a vendor's events in order. A provider extends it with `readEvent`. One instance per reply.
 *
 * A reason isn't the end, because some servers send one with every delta. Text after a reason revokes it. Without such text, nothing after
 * the reason makes the answer worse: neither an error nor another reason.
 */
export abstract class ReplyReader {
  /** The finish reason. Null until the upstream reports it. */
  reason: FinishReason | null = null
  usage: ModelUsage | null = null
  /** The number of events with reasoning so far. */
  thoughts = 0
  /** The reasoning that hasn't been yielded yet. `readReply` clears it. */
  thought = ''
  /** True when the stream is complete, even if the connection stays open. */
  terminated = false
  /** The error that an event reported. Later events are ignored. */
  failure: ProviderError | null = null
  /** The upstream's name of a reason that isn't known. */
  unknownReason: string | null = null
  /** Whether text has followed a reason, so that this server's reasons don't mean the end. */
  hasContinued = false
  #finish: unknown = null
  #failure: ProviderError | null = null
  #isRevoked = false

  /**
   * Returns the text of a parsed event, which is often empty and never reasoning. Returns null, or throws `ProviderError`, for an event
   * that isn't part of a reply. Such events are skipped.
   */
  abstract readEvent(event: object): string | null

  /** Reads a parsed event. Returns null if it was skipped. */
  read(event: object): string | null {
    const thoughts = this.thoughts
    this.#finish = this.#failure = null
    const text = this.readEvent(event)
    if (this.reason !== null && (text || this.thoughts !== thoughts)) this.hasContinued = this.#isRevoked = true
    if (this.#failure !== null) this.#applyFailure(this.#failure)
    if (this.#finish !== null) this.#applyReason(this.#finish)
    return text
  }

  /** Reads `[DONE]`, which some servers send without a reason. */
  done(): void {
    this.terminated = true
    this.reason ??= 'stop'
  }

  /** Sets the finish reason in the vendor's words. */
  finish(reason: unknown): void {
    if (reason) this.#finish = reason
  }

  fail(failure: ProviderError): void {
    this.#failure = failure
  }

  /** Counts reasoning. `words` is anything else than a text if the vendor hides it. */
  think(words?: unknown): void {
    this.thoughts++
    if (typeof words === 'string') this.thought += words
  }

  #applyFailure(failure: ProviderError): void {
    if (this.reason === null || this.hasContinued) this.failure ??= failure
  }

  #applyReason(finish: unknown): void {
    const isSettled = this.reason !== null && this.reason !== 'unknown' && !this.#isRevoked
    const meaning = isSettled ? null : finishMeaning(finish)
    if (meaning === null) return
    if (meaning === 'failed') return this.#applyFailure(failureOfError({ type: 'server_error' }))
    this.reason = meaning
    this.unknownReason = meaning === 'unknown' ? String(finish) : null
    this.#isRevoked = false
  }
}
