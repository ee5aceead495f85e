import { asProviderError, ProviderError } from './errors.ts'
import type { ModelProvider, ModelRequest, ReplyPart } from './model.ts'

export interface ChainLink {
  /** For logs. */
  name: string
  provider: ModelProvider
  /** The upstream's name for the model; stands in for the request's. */
  model: string
}

/** A try that came to nothing; the error's message is fit for logs. */
export interface GivenUp {
  link: ChainLink
  /** 1 for the first. */
  attempt: number
  error: ProviderError
}

export interface FallbackChainOptions {
  /** In the order they are asked; at least one. */
  links: readonly ChainLink[]
  /**
   * How long whoever asks waits for the first text before hanging up. Each link but the last may be silent for an even share of what
   * is left; the last one has the rest, and is hung up on by the one who asks.
   */
  firstTextTimeoutMs: number
  /** How often one link is asked, at most. Default 2. */
  triesMax?: number
  onGivenUp?: (tried: GivenUp) => void
}

export interface FallbackChainDeps {
  now?: () => number
  /** Settles after `ms`, or when the signal fires; never rejects. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** 0 to 1. */
  random?: () => number
}

/** The pause before the second try of a link, doubled before each further one, where the upstream asks for none. */
const backoffMs = 300

/** What may be over in a moment, so that the same link is worth another try. */
const passing = new Set(['rate_limited', 'unavailable', 'cut_off'])

/**
 * Several providers as one: asks them in order until one begins to write, and then is that one. What fails before its first text has
 * not been seen by anybody, so it is tried again or elsewhere; after it nothing is. A link that ends without a word counts as failed
 * while there is another; one that refuses the content is an answer, and nobody else is asked. When all fail it throws
 * `context_too_long` where one of them said so, else the last error.
 * Reasoning is passed on as a sign of life and commits to nothing: a link that fails while it reasons can still be replaced.
 */
export function fallbackChain(options: FallbackChainOptions, deps: FallbackChainDeps = {}): ModelProvider {
  if (options.links.length === 0) throw new ProviderError('misconfigured', 'A fallback chain needs at least one link.')
  const means = { now: deps.now ?? performanceNow, wait: deps.wait ?? wait, random: deps.random ?? Math.random }
  return { streamReply: (request, signal) => new ChainedReply(options, means, request, signal) }
}

interface Begun {
  reply: AsyncIterator<ReplyPart>
  first: ReplyPart
}

/** By hand rather than as a generator: once a link has begun, its parts pass through without a promise of ours. */
class ChainedReply implements AsyncIterableIterator<ReplyPart, undefined> {
  readonly #options: FallbackChainOptions
  readonly #means: Required<FallbackChainDeps>
  readonly #request: ModelRequest
  readonly #signal: AbortSignal
  /** The search for a link that writes. Its parts are the signs of life on the way and, last, that link's first part. */
  readonly #opening: AsyncGenerator<ReplyPart, undefined>
  #reply: AsyncIterator<ReplyPart> | null = null
  /** When the time for the first text is over, for all links and for the one being asked. Reasoning moves both. */
  #until = 0
  #linkUntil = 0

  constructor(
    options: FallbackChainOptions,
    means: Required<FallbackChainDeps>,
    request: ModelRequest,
    signal: AbortSignal
  ) {
    this.#options = options
    this.#means = means
    this.#request = request
    this.#signal = signal
    this.#opening = this.#open()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<ReplyPart, undefined>> {
    return this.#reply ? this.#reply.next() : this.#opening.next()
  }

  async return(): Promise<IteratorResult<ReplyPart, undefined>> {
    const reply = this.#reply
    this.#reply = over
    // Not awaited: it settles only after the step under way, and an upstream may keep that waiting.
    void this.#opening.return(undefined).catch(() => {})
    await reply?.return?.()
    return done
  }

  async *#open(): AsyncGenerator<ReplyPart, undefined> {
    const { links } = this.#options
    this.#until = this.#means.now() + this.#options.firstTextTimeoutMs
    let last: ProviderError | null = null
    let tooLong: ProviderError | null = null
    for (const [index, link] of links.entries()) {
      const begun = yield* this.#tryLink(link, links.length - index)
      if (this.#signal.aborted) return
      if (!(begun instanceof ProviderError)) {
        this.#reply = begun.reply
        yield begun.first
        return
      }
      last = begun
      if (last.code === 'content_filtered') throw last
      if (last.code === 'context_too_long') tooLong ??= last
    }
    // The caller can shorten the prompt, which the last link's error may hide.
    throw tooLong ?? last!
  }

  /** Asks one link until it begins, its tries are used up, or another pause would take too much of its time. */
  async *#tryLink(link: ChainLink, linksLeft: number): AsyncGenerator<ReplyPart, Begun | ProviderError> {
    const { triesMax = 2, onGivenUp } = this.#options
    const { now, wait } = this.#means
    this.#linkUntil = now() + (this.#until - now()) / linksLeft
    for (let attempt = 1; ; attempt++) {
      const begun = yield* this.#ask(link, linksLeft)
      if (!(begun instanceof ProviderError) || this.#signal.aborted) return begun
      onGivenUp?.({ link, attempt, error: begun })
      const pauseMs = this.#pauseMs(begun, attempt)
      if (attempt >= triesMax || !passing.has(begun.code) || pauseMs > (this.#linkUntil - now()) / 4) return begun
      await wait(pauseMs, this.#signal)
      if (this.#signal.aborted) return begun
    }
  }

  /** As long as the upstream asks for; else from half to all of the backoff, so that many who failed together don't return together. */
  #pauseMs({ retryAfterMs }: ProviderError, attempt: number): number {
    return retryAfterMs ?? backoffMs * 2 ** (attempt - 1) * (0.5 + this.#means.random() / 2)
  }

  /** Asks a link once and passes its reasoning on as signs of life, until it writes. Only the last link may be silent for ever. */
  async *#ask(link: ChainLink, linksLeft: number): AsyncGenerator<ReplyPart, Begun | ProviderError> {
    const isLast = linksLeft === 1
    const silent = new AbortController()
    const signal = isLast ? this.#signal : AbortSignal.any([this.#signal, silent.signal])
    let reply: AsyncIterator<ReplyPart> | null = null
    let isBegun = false
    try {
      reply = link.provider.streamReply({ ...this.#request, model: link.model }, signal)[Symbol.asyncIterator]()
      for (;;) {
        const step = await (isLast ? reply.next() : this.#inTime(reply.next()))
        if (step.done) throw new ProviderError('cut_off', 'The provider ended without finishing the reply.')
        const first = step.value
        if (first.type === 'thinking') {
          const now = this.#means.now()
          this.#until = now + this.#options.firstTextTimeoutMs
          this.#linkUntil = now + this.#options.firstTextTimeoutMs / linksLeft
          yield first
          continue
        }
        if (first.type === 'finish' && !isLast && (first.reason === 'stop' || first.reason === 'length'))
          throw new ProviderError('invalid_response', 'The provider finished without a word.')
        isBegun = true
        return { reply, first }
      }
    } catch (error) {
      return asProviderError(error)
    } finally {
      if (!isBegun) {
        silent.abort()
        // Not awaited: the rest of what it sends is dropped.
        void Promise.resolve(reply?.return?.()).catch(() => {})
      }
    }
  }

  /** A link's next part. Throws `timeout` when the link's time is over first. */
  async #inTime(coming: Promise<IteratorResult<ReplyPart>>): Promise<IteratorResult<ReplyPart>> {
    const { now, wait } = this.#means
    const patienceMs = this.#linkUntil - now()
    const answered = new AbortController()
    try {
      const step = await Promise.race([coming, wait(patienceMs, answered.signal).then(() => null)])
      if (step !== null) return step
      coming.catch(() => {})
      throw new ProviderError('timeout', `The provider wrote nothing within ${Math.round(patienceMs)} ms.`)
    } finally {
      answered.abort()
    }
  }
}

const done = { done: true, value: undefined } as const

const over: AsyncIterator<ReplyPart, undefined> = { next: () => Promise.resolve(done) }

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
