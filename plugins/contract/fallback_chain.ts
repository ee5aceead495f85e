import type { Adaptation } from './adaptations.ts'
import { CircuitBreakers } from './circuit_breakers.ts'
import { asProviderError, ProviderError } from './errors.ts'
import type { ModelProvider, ModelRequest, ReplyPart } from './model.ts'
import { sentConversation } from './sent_conversation.ts'
import { sentSampling } from './sent_sampling.ts'
import { probeModel, type ModelProbe } from './probe_model.ts'
import { ThinkingRooms } from './thinking_rooms.ts'
import { systemTimers, type Timers } from './timers.ts'

export interface ChainLink {
  /** The name of the link in logs. */
  name: string
  provider: ModelProvider
  /** The upstream's name for the model. Replaces the model of the request. */
  model: string
}

/** An attempt that failed before its first text. The error's message is safe to log. */
export interface FailedAttempt {
  link: ChainLink
  /** The number of the attempt at this link, starting at 1. */
  attempt: number
  error: ProviderError
}

export interface FallbackChainOptions {
  /** The links in the order of attempts. At least one. */
  links: readonly ChainLink[]
  /**
   * How long the caller waits for the first text. Each link but the last may stay silent for an even share of the remaining time. The last
   * link gets the rest, and the caller enforces its limit. Each `thinking` and `alive` part restarts the time, up to `patienceFactor` times
   * the time as a whole.
   */
  firstTextTimeoutMs: number
  /** The room of models that reason. Chains with the same providers should share it. Default: no room for reasoning. */
  thinking?: ThinkingRooms
  /** Which links keep failing. Chains with the same providers should share it. Default: known to this chain only. */
  breakers?: CircuitBreakers
  /** The number of attempts per link. Default 2. */
  attemptsMax?: number
}

export interface FallbackChain extends ModelProvider {
  readonly links: readonly ChainLink[]
  /** Whether the first link keeps failing, so that requests go to the next one, or probably fail. */
  isTroubled(): boolean
  /** Adds a listener, which is called for each attempt that fails before its first text. */
  onFailedAttempt(listener: (attempt: FailedAttempt) => void): void
  /** Adds a listener for what the links adapt to. Chains with a common provider call it for the same adaptations. */
  onAdapted(listener: (adaptation: LinkAdaptation) => void): void
  /** Requests a single word from one link, without retry or fallback. Never throws. */
  probe(link: ChainLink, contextTokens: number): Promise<ModelProbe>
}

export interface LinkAdaptation extends Adaptation {
  link: ChainLink
}

export interface FallbackChainDeps {
  timers?: Timers
  /** Returns a number from 0 to 1. */
  random?: () => number
}

/** A silent model that gives signs of life may take this many times the allowed silence until its first text. */
export const patienceFactor = 5

/** The pause before the second attempt, doubled for each further attempt. A `Retry-After` header takes precedence. */
const backoffMs = 300

const transientCodes = new Set(['rate_limited', 'unavailable', 'cut_off'])

/**
 * Combines several providers into one provider. Tries the links in order until a link produces text, then streams that link's reply.
 *
 * - After a failure before the first text, it retries the link or tries the next link. A failure after the first text is final.
 * - A link that finishes with `stop` or `length` but without text has failed, unless it is the last link.
 * - A link that keeps failing is skipped while another follows. Every half minute, one request tries it.
 * - `content_filtered` is final. No other link is tried.
 * - When every link fails, it throws `context_too_long` if any link reported it, else the last error.
 * - It accepts the sampling parameters of its first link. The other links omit the parameters that they don't support.
 * - It prefills if all links do, because all links get the same prompt.
 * - It accepts as many pictures as its first link. A refused request with pictures is final, because the picture may be the reason.
 * - It passes on thinking and alive parts before a link has started. A link that fails while it thinks can still be retried or replaced.
 * - A link that reaches its token limit while it thinks is tried again with more room for thinking. Later requests have that room at once.
 * - A request that a link refuses with a room it has not accepted before is tried once without that room. No other refusal is repeated.
 */
export function fallbackChain(options: FallbackChainOptions, deps: FallbackChainDeps = {}): FallbackChain {
  const { links, firstTextTimeoutMs, attemptsMax = 2, thinking = new ThinkingRooms(0) } = options
  if (links.length === 0) throw new ProviderError('misconfigured', 'A fallback chain needs at least one link.')
  const timers = deps.timers ?? systemTimers
  const breakers = options.breakers ?? new CircuitBreakers(timers)
  const listeners = new Set<(attempt: FailedAttempt) => void>()
  const settings: ChainSettings = {
    links,
    firstTextTimeoutMs,
    attemptsMax,
    thinking,
    breakers,
    reportFailedAttempt: (attempt) => listeners.forEach((listener) => listener(attempt)),
    timers,
    random: deps.random ?? Math.random,
  }
  return {
    links,
    isTroubled: () => breakers.isOpen(links[0]!),
    takes: () => links[0]!.provider.takes(links[0]!.model),
    sends: (request) => sentSampling(links[0]!.provider, { ...request, model: links[0]!.model }),
    conversation: (request) => sentConversation(links[0]!.provider, { ...request, model: links[0]!.model }),
    prefills: () => links.every(({ provider, model }) => provider.prefills?.(model)),
    // A link that sees no pictures leaves them out.
    picturesMax: () => {
      const seeing = links.map(({ provider, model }) => provider.picturesMax?.(model) ?? 0).filter((max) => max > 0)
      return seeing.length === 0 ? 0 : Math.min(...seeing)
    },
    streamReply: (request, signal, onModel) => new ChainedReply(settings, request, signal, onModel),
    onFailedAttempt: (listener) => void listeners.add(listener),
    onAdapted: (listener) => {
      for (const link of links)
        for (const source of sourcesOf(link, thinking))
          source.onNew((adaptation) => adaptation.model === link.model && listener({ ...adaptation, link }))
    },
    probe: async (link, contextTokens) => {
      const alone = { ...settings, links: [link], attemptsMax: 1, reportFailedAttempt: () => {} }
      const probe = await probeModel(
        (request, signal) => new ChainedReply(alone, request, signal),
        link.model,
        contextTokens
      )
      const adapted = sourcesOf(link, thinking).flatMap((source) => source.of(link.model))
      const says = [probe.says, ...adapted.map((adaptation) => adaptation.says)].join('; ')
      return { ...probe, says, ...(adapted.some(({ warns }) => warns) && { warns: true as const }) }
    },
  }
}

const sourcesOf = ({ provider }: ChainLink, thinking: ThinkingRooms) => [
  ...(provider.adaptations ? [provider.adaptations] : []),
  thinking.adaptations,
]

interface ChainSettings extends Required<FallbackChainOptions>, Required<FallbackChainDeps> {
  reportFailedAttempt: (attempt: FailedAttempt) => void
}

type OnModel = Parameters<ModelProvider['streamReply']>[2]

interface StartedReply {
  reply: AsyncIterator<ReplyPart>
  first: ReplyPart
}

/** A chain's reply. It isn't a generator, so that parts after the first text pass through without an extra promise. */
class ChainedReply implements AsyncIterableIterator<ReplyPart, undefined> {
  readonly #settings: ChainSettings
  readonly #signal: AbortSignal
  readonly #onModel: OnModel
  /** Null once a link has started, so that a long prompt isn't kept in memory while the reply streams. */
  #request: ModelRequest | null
  /** Yields thinking and alive parts until a link starts, then that link's first part. Null from then on. */
  #opening: AsyncGenerator<ReplyPart, undefined> | null
  #reply: AsyncIterator<ReplyPart> | null = null
  /** The deadlines of the chain and of the current link for the first text. Signs of life extend both, up to the maximum. */
  #deadline = 0
  #linkDeadline = 0
  #deadlineMax = 0
  #linkDeadlineMax = 0
  /** The room for thinking of the current link's next attempt. */
  #room = 0
  /** The room with which the server refused the previous attempt. This attempt, without room, tells whether the room was the reason. */
  #refusedRoom = 0

  constructor(settings: ChainSettings, request: ModelRequest, signal: AbortSignal, onModel?: OnModel) {
    this.#settings = settings
    this.#request = request
    this.#signal = signal
    this.#onModel = onModel
    this.#opening = this.#open()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<ReplyPart, undefined>> {
    return this.#reply ? this.#reply.next() : this.#opening!.next()
  }

  async return(): Promise<IteratorResult<ReplyPart, undefined>> {
    const reply = this.#reply
    this.#reply = ended
    // Not awaited, because it settles only after the pending step, which a stalled upstream can delay.
    void this.#opening?.return(undefined).catch(() => {})
    await reply?.return?.()
    return done
  }

  async *#open(): AsyncGenerator<ReplyPart, undefined> {
    const { breakers, links, firstTextTimeoutMs, timers } = this.#settings
    const now = timers.monotonicMs()
    this.#deadline = now + firstTextTimeoutMs
    this.#deadlineMax = now + firstTextTimeoutMs * patienceFactor
    let last: ProviderError | null = null
    let tooLong: ProviderError | null = null
    const hasPictures = this.#request!.messages.some(({ pictures }) => pictures)
    for (const [index, link] of links.entries()) {
      if (index < links.length - 1 && !breakers.admits(link)) continue
      const started = yield* this.#tryLink(link, links.length - index)
      if (this.#signal.aborted) return
      if (!(started instanceof ProviderError)) {
        this.#reply = started.reply
        this.#request = this.#opening = null
        this.#onModel?.({ ...link, isFallback: index > 0 })
        yield started.first
        return
      }
      last = started
      if (last.code === 'content_filtered' || (hasPictures && last.code === 'bad_request')) throw last
      if (last.code === 'context_too_long') tooLong ??= last
    }
    // Takes precedence over the last link's error, because the caller can shorten the prompt.
    throw tooLong ?? last!
  }

  /**
   * Tries a link until it starts. Gives up after the last attempt, after a permanent error, or when the pause would take over a quarter of
   * the link's remaining time.
   */
  async *#tryLink(link: ChainLink, linksLeft: number): AsyncGenerator<ReplyPart, StartedReply | ProviderError> {
    const { attemptsMax, breakers, reportFailedAttempt, thinking, timers } = this.#settings
    const now = timers.monotonicMs()
    this.#linkDeadline = now + (this.#deadline - now) / linksLeft
    this.#linkDeadlineMax = now + (this.#deadlineMax - now) / linksLeft
    this.#room = thinking.of(link.provider, link.model)
    this.#refusedRoom = 0
    for (let attempt = 1; ; attempt++) {
      const started = yield* this.#attempt(link, linksLeft)
      if (!(started instanceof ProviderError)) breakers.succeeded(link)
      if (!(started instanceof ProviderError) || this.#signal.aborted) return started
      const mayBeTheRoom = thinking.mayBeRefused(link.provider, link.model, this.#room, started.code)
      if (started instanceof ThoughtOnly || mayBeTheRoom) {
        this.#refusedRoom = mayBeTheRoom ? this.#room : 0
        this.#room = mayBeTheRoom ? 0 : thinking.of(link.provider, link.model)
        attempt--
        continue
      }
      breakers.failed(link, started.code)
      reportFailedAttempt({ link, attempt, error: started })
      const pauseMs = this.#pauseMs(started, attempt)
      const canRetry = attempt < attemptsMax && transientCodes.has(started.code)
      if (!canRetry || pauseMs > (this.#linkDeadline - timers.monotonicMs()) / 4) return started
      await timers.sleep(pauseMs, this.#signal)
      if (this.#signal.aborted) return started
    }
  }

  /** Returns the upstream's `Retry-After`, else the backoff with jitter. */
  #pauseMs({ retryAfterMs }: ProviderError, attempt: number): number {
    return retryAfterMs ?? backoffMs * 2 ** (attempt - 1) * (0.5 + this.#settings.random() / 2)
  }

  /**
   * Calls a link once. Yields its signs of life and returns at its first text. The last link has no deadline here. Returns `ThoughtOnly` if
   * the link should be called again with more room for thinking.
   */
  async *#attempt(link: ChainLink, linksLeft: number): AsyncGenerator<ReplyPart, StartedReply | ProviderError> {
    const isLast = linksLeft === 1
    const abandon = new AbortController()
    const signal = isLast ? this.#signal : AbortSignal.any([this.#signal, abandon.signal])
    const { provider, model } = link
    const { thinking } = this.#settings
    let reply: AsyncIterator<ReplyPart> | null = null
    let hasStarted = false
    let hasThought = false
    try {
      const room = this.#room
      const request = { ...this.#request!, model, ...(room > 0 && { thinkingRoom: room }) }
      reply = provider.streamReply(request, signal)[Symbol.asyncIterator]()
      for (;;) {
        const step = await (isLast ? reply.next() : this.#beforeDeadline(reply.next()))
        if (step.done) throw new ProviderError('cut_off', 'The provider ended without finishing the reply.')
        const first = step.value
        if (first.type !== 'alive' && !hasThought) {
          if (this.#refusedRoom > 0) thinking.refuse(provider, model, this.#refusedRoom)
          else thinking.accept(provider, model, room)
          this.#refusedRoom = 0
        }
        if (first.type === 'thinking' || first.type === 'alive') {
          const { timers, firstTextTimeoutMs } = this.#settings
          const now = timers.monotonicMs()
          this.#deadline = Math.min(this.#deadlineMax, now + firstTextTimeoutMs)
          this.#linkDeadline = Math.min(this.#linkDeadlineMax, now + firstTextTimeoutMs / linksLeft)
          if (first.type === 'thinking' && !hasThought) {
            hasThought = true
            thinking.learn(provider, model)
          }
          yield first
          continue
        }
        // Some vendors hide the reasoning but count it.
        const isThoughtOnly =
          first.type === 'finish' && first.reason === 'length' && (hasThought || first.usage?.outputTokens !== 0)
        if (isThoughtOnly && (thinking.of(provider, model) > room || thinking.grow(provider, model)))
          return new ThoughtOnly('invalid_response', 'The provider finished without any text.')
        if (first.type === 'finish' && !isLast && (first.reason === 'stop' || first.reason === 'length'))
          throw new ProviderError('invalid_response', 'The provider finished without any text.')
        hasStarted = true
        return { reply, first }
      }
    } catch (error) {
      return asProviderError(error)
    } finally {
      if (!hasStarted) {
        abandon.abort()
        // Not awaited, because the rest of the reply is discarded.
        void Promise.resolve(reply?.return?.()).catch(() => {})
      }
    }
  }

  /** Throws `timeout` when the link's deadline passes first. */
  async #beforeDeadline(next: Promise<IteratorResult<ReplyPart>>): Promise<IteratorResult<ReplyPart>> {
    const { timers } = this.#settings
    const timeoutMs = this.#linkDeadline - timers.monotonicMs()
    const settled = new AbortController()
    try {
      // A link that sends signs of life without a pause must not get beyond its deadline.
      const isLate = timeoutMs <= 0
      const step = isLate ? null : await Promise.race([next, timers.sleep(timeoutMs, settled.signal).then(() => null)])
      if (step !== null) return step
      next.catch(() => {})
      throw new ProviderError('timeout', 'The provider sent no text in time.')
    } finally {
      // Given a reason, `abort` doesn't create an exception with a stack trace for each step.
      settled.abort(null)
    }
  }
}

/** The model used up the reply on thinking, and has more room now. */
class ThoughtOnly extends ProviderError {}

const done = { done: true, value: undefined } as const

const ended: AsyncIterator<ReplyPart, undefined> = { next: () => Promise.resolve(done) }
