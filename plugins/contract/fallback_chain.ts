import { asProviderError, ProviderError } from './errors.ts'
import type { ModelProvider, ModelRequest, ReplyPart } from './model.ts'
import { sentSampling } from './sent_sampling.ts'
import { probeModel, type ModelProbe } from './probe_model.ts'

export interface ChainLink {
  /** For logs. */
  name: string
  provider: ModelProvider
  /** The upstream's name for the model; replaces the request's. */
  model: string
}

/** An attempt that failed before its first text. The error's message is safe to log. */
export interface FailedAttempt {
  link: ChainLink
  /** 1 for the first. */
  attempt: number
  error: ProviderError
}

export interface FallbackChainOptions {
  /** In the order they are tried; at least one. */
  links: readonly ChainLink[]
  /**
   * How long the caller waits for the first text. Each link but the last may stay silent for an even share of the remaining time.
   * The last link gets the rest; the caller enforces that limit.
   */
  firstTextTimeoutMs: number
  /** Attempts per link. Default 2. */
  attemptsMax?: number
}

export interface FallbackChain extends ModelProvider {
  readonly links: readonly ChainLink[]
  /** Calls the listener for each attempt that fails before its first text. */
  onFailedAttempt(listener: (attempt: FailedAttempt) => void): void
  /** Asks one link for a single word, without retry or fallback. Never throws. */
  probe(link: ChainLink, contextTokens: number): Promise<ModelProbe>
}

export interface FallbackChainDeps {
  now?: () => number
  /** Settles after `ms`, or when the signal fires; never rejects. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** 0 to 1. */
  random?: () => number
}

/** The pause before the second attempt, doubled before each further one. A `Retry-After` header takes precedence. */
const backoffMs = 300

const transientCodes = new Set(['rate_limited', 'unavailable', 'cut_off'])

/**
 * Combines several providers into one. Tries the links in order until one produces text, then streams that link's reply.
 *
 * - Failures before the first text are retried or passed to the next link. Failures after it are final.
 * - A link that finishes without text counts as failed, unless it is the last. `content_filtered` is final: no other link is tried.
 * - When every link fails, throws `context_too_long` if any link reported it, else the last error.
 * - It takes the sampling parameters of its first link. The others leave out what they don't take.
 * - It prefills if all links do, because the prompt is the same for all.
 * - Thinking parts are passed on but don't commit to a link: one that fails while thinking can still be replaced.
 */
export function fallbackChain(options: FallbackChainOptions, deps: FallbackChainDeps = {}): FallbackChain {
  const { links, firstTextTimeoutMs, attemptsMax = 2 } = options
  if (links.length === 0) throw new ProviderError('misconfigured', 'A fallback chain needs at least one link.')
  const listeners = new Set<(attempt: FailedAttempt) => void>()
  const settings: ChainSettings = {
    links,
    firstTextTimeoutMs,
    attemptsMax,
    reportFailedAttempt: (attempt) => listeners.forEach((listener) => listener(attempt)),
    now: deps.now ?? performanceNow,
    wait: deps.wait ?? wait,
    random: deps.random ?? Math.random,
  }
  return {
    links,
    takes: () => links[0]!.provider.takes(links[0]!.model),
    sends: (request) => sentSampling(links[0]!.provider, { ...request, model: links[0]!.model }),
    prefills: () => links.every(({ provider, model }) => provider.prefills?.(model)),
    streamReply: (request, signal) => new ChainedReply(settings, request, signal),
    onFailedAttempt: (listener) => void listeners.add(listener),
    probe: ({ provider, model }, contextTokens) => probeModel(provider, model, contextTokens),
  }
}

interface ChainSettings extends Required<FallbackChainOptions>, Required<FallbackChainDeps> {
  reportFailedAttempt: (attempt: FailedAttempt) => void
}

interface StartedReply {
  reply: AsyncIterator<ReplyPart>
  first: ReplyPart
}

/** Not a generator: after the first text, parts pass through without an extra promise each. */
class ChainedReply implements AsyncIterableIterator<ReplyPart, undefined> {
  readonly #settings: ChainSettings
  readonly #signal: AbortSignal
  /** Null when a link has started, so that a long prompt isn't kept while its reply streams. */
  #request: ModelRequest | null
  /** Yields thinking parts until a link starts, then that link's first part. Null from then on. */
  #opening: AsyncGenerator<ReplyPart, undefined> | null
  #reply: AsyncIterator<ReplyPart> | null = null
  /** Deadlines for the first text, of the chain and of the current link. Thinking extends both. */
  #deadline = 0
  #linkDeadline = 0

  constructor(settings: ChainSettings, request: ModelRequest, signal: AbortSignal) {
    this.#settings = settings
    this.#request = request
    this.#signal = signal
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
    // Not awaited: it settles only after the pending step, which a stalled upstream can delay.
    void this.#opening?.return(undefined).catch(() => {})
    await reply?.return?.()
    return done
  }

  async *#open(): AsyncGenerator<ReplyPart, undefined> {
    const { links, firstTextTimeoutMs, now } = this.#settings
    this.#deadline = now() + firstTextTimeoutMs
    let last: ProviderError | null = null
    let tooLong: ProviderError | null = null
    for (const [index, link] of links.entries()) {
      const started = yield* this.#tryLink(link, links.length - index)
      if (this.#signal.aborted) return
      if (!(started instanceof ProviderError)) {
        this.#reply = started.reply
        this.#request = this.#opening = null
        yield started.first
        return
      }
      last = started
      if (last.code === 'content_filtered') throw last
      if (last.code === 'context_too_long') tooLong ??= last
    }
    // The caller can shorten the prompt. The last link's error may hide that.
    throw tooLong ?? last!
  }

  /** Gives up after the last attempt, on a lasting error, or when the pause would take over a quarter of the link's time. */
  async *#tryLink(link: ChainLink, linksLeft: number): AsyncGenerator<ReplyPart, StartedReply | ProviderError> {
    const { attemptsMax, reportFailedAttempt, now, wait } = this.#settings
    this.#linkDeadline = now() + (this.#deadline - now()) / linksLeft
    for (let attempt = 1; ; attempt++) {
      const started = yield* this.#attempt(link, linksLeft)
      if (!(started instanceof ProviderError) || this.#signal.aborted) return started
      reportFailedAttempt({ link, attempt, error: started })
      const pauseMs = this.#pauseMs(started, attempt)
      const canRetry = attempt < attemptsMax && transientCodes.has(started.code)
      if (!canRetry || pauseMs > (this.#linkDeadline - now()) / 4) return started
      await wait(pauseMs, this.#signal)
      if (this.#signal.aborted) return started
    }
  }

  /** The upstream's `Retry-After`, else the backoff with jitter. */
  #pauseMs({ retryAfterMs }: ProviderError, attempt: number): number {
    return retryAfterMs ?? backoffMs * 2 ** (attempt - 1) * (0.5 + this.#settings.random() / 2)
  }

  /** Calls a link once. Yields its thinking parts and returns at its first text. The last link has no deadline here. */
  async *#attempt(link: ChainLink, linksLeft: number): AsyncGenerator<ReplyPart, StartedReply | ProviderError> {
    const isLast = linksLeft === 1
    const abandon = new AbortController()
    const signal = isLast ? this.#signal : AbortSignal.any([this.#signal, abandon.signal])
    let reply: AsyncIterator<ReplyPart> | null = null
    let hasStarted = false
    try {
      reply = link.provider.streamReply({ ...this.#request!, model: link.model }, signal)[Symbol.asyncIterator]()
      for (;;) {
        const step = await (isLast ? reply.next() : this.#beforeDeadline(reply.next()))
        if (step.done) throw new ProviderError('cut_off', 'The provider ended without finishing the reply.')
        const first = step.value
        if (first.type === 'thinking') {
          const { now, firstTextTimeoutMs } = this.#settings
          this.#deadline = now() + firstTextTimeoutMs
          this.#linkDeadline = now() + firstTextTimeoutMs / linksLeft
          yield first
          continue
        }
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
        // Not awaited: the rest of the reply is discarded.
        void Promise.resolve(reply?.return?.()).catch(() => {})
      }
    }
  }

  /** Throws `timeout` when the link's deadline passes first. */
  async #beforeDeadline(next: Promise<IteratorResult<ReplyPart>>): Promise<IteratorResult<ReplyPart>> {
    const { now, wait } = this.#settings
    const timeoutMs = this.#linkDeadline - now()
    const settled = new AbortController()
    try {
      const step = await Promise.race([next, wait(timeoutMs, settled.signal).then(() => null)])
      if (step !== null) return step
      next.catch(() => {})
      throw new ProviderError('timeout', `The provider sent no text within ${Math.round(timeoutMs)} ms.`)
    } finally {
      // A reason, because without one `abort` creates an exception with a stack trace, here for each step.
      settled.abort(null)
    }
  }
}

const done = { done: true, value: undefined } as const

const ended: AsyncIterator<ReplyPart, undefined> = { next: () => Promise.resolve(done) }

const performanceNow = () => performance.now()

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
