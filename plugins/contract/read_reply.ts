import { AnswerOnly } from './answer_only.ts'
import { letRunOut, readText } from './body.ts'
import { CleanText } from './clean_text.ts'
import { asProviderError, ProviderError } from './errors.ts'
import { Lines } from './lines.ts'
import type { ModelUsage, ReplyPart } from './model.ts'
import { SseParser } from './sse.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

export type FinishReason = Extract<ReplyPart, { type: 'finish' }>['reason']

/** One reply under way, as its vendor tells it: takes the events in order and keeps what they say beside the text. */
export interface ReplyReader {
  /** The text that an event adds, often none; never the reasoning. Throws `invalid_response` for what is no event of this vendor. */
  read(data: string): string
  /** Why it ended, once the upstream has said so. */
  readonly reason: FinishReason | null
  readonly usage: ModelUsage | null
  /** How many events brought reasoning so far. Left out by readers of vendors whose models never think aloud. */
  readonly thoughts?: number
  /** Nothing follows: the connection need not be waited for. */
  readonly terminated: boolean
  /** What an event reported instead of text; nothing after it counts. */
  readonly failure: ProviderError | null
}

export interface Exchange {
  transport: Transport
  /** Made when it is sent; may throw `ProviderError`. */
  call: () => TransportRequest
  /** `events`: server-sent events; `lines`: a JSON text per line. */
  framing: 'events' | 'lines'
  reader: ReplyReader
  /**
   * Learns from an error body what the upstream does not support. True when `call()` now makes a different request that is worth
   * sending. Asked after each refusal, so it must run out of things to change.
   */
  adapt?: (status: number, text: string) => boolean
  /** The error for a status that is no 200, with the first 64 KiB of its body. */
  failureOfStatus: (status: number, headers: Record<string, string>, text: string) => ProviderError
  /** The error for an answer under 200 that is no stream at all: a web page, a JSON object. */
  failureOfText: (text: string) => ProviderError
}

/** An error body is read this far. */
const errorBytesMax = 64 * 1024

/** How long usage and the end of the stream may take to arrive once the upstream has said why the reply ended. */
const finishGraceMs = 1_000

const framings = {
  // The types that are surely something else: not every server labels its streams rightly.
  events: { parser: () => new SseParser(), otherTypes: /json|html/i },
  lines: { parser: () => new Lines(), otherTypes: /html/i },
}

/**
 * Everything about a streamed reply that isn't specific to a vendor: sends the call, reads the response, yields text as it arrives and
 * one `finish`, removes inline reasoning, tells a complete reply from a cut one, hangs up when the signal fires or the consumer leaves.
 * A provider that streams over HTTP is this, a request and a `ReplyReader`.
 */
export async function* readReply(exchange: Exchange, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
  if (signal.aborted) return
  try {
    const { reader } = exchange
    const response = await openStream(exchange, signal)
    const parser = framings[exchange.framing].parser()
    const clean = new CleanText()
    const answer = new AnswerOnly()
    const body = response.body[Symbol.asyncIterator]()
    let grace: Grace | null = null
    let begun = false
    try {
      for (let ended = false; !ended;) {
        // Awaited here and not in a helper: one promise less per token.
        let step: IteratorResult<Uint8Array> | null = null
        try {
          step = await (grace ? grace.orNull(body.next()) : body.next())
        } catch (error) {
          // A connection that breaks after the reply was finished broke too late to matter.
          if (reader.reason === null) throw error
        }
        if (signal.aborted) return
        ended = step === null || step.done === true
        const events = step === null || step.done ? parser.end() : parser.push(step.value)
        const thoughtsBefore = reader.thoughts
        let delta = ''
        let failure: ProviderError | null = null
        try {
          for (const { data } of events) {
            begun = true
            delta += reader.read(data)
            if (reader.terminated || reader.failure) break
          }
        } catch (error) {
          // An event that the end of the stream cut is no nonsense.
          if (!ended) failure = asProviderError(error)
        }
        // What came in one read leaves as one part: a burst costs one part, a trickle still goes token by token. Text that came
        // before an error in the same read has been said: it leaves first.
        failure ??= reader.failure
        const isOver = ended || failure !== null || reader.terminated
        let text = answer.push(clean.push(delta))
        if (isOver) text += answer.end()
        if (text !== '') yield { type: 'text', text }
        else if (reader.thoughts !== thoughtsBefore || (delta !== '' && answer.isThinking)) yield { type: 'thinking' }
        if (failure) throw failure
        if (reader.terminated) break
        if (reader.reason === null) continue
        if (text !== '') {
          // Some servers name a reason with every piece of text.
          grace?.clear()
          grace = null
        }
        grace ??= new Grace(finishGraceMs)
      }
      if (!begun && parser.stray !== null) throw exchange.failureOfText(parser.stray)
    } finally {
      grace?.clear()
      if (reader.terminated) letRunOut(body)
      // Not awaited: a read that is still pending may keep it from settling.
      else if (grace?.isOver) void Promise.resolve(body.return?.()).catch(() => {})
      else await body.return?.()
    }
    if (reader.reason === null) {
      throw new ProviderError('cut_off', 'The provider ended its stream without finishing the reply.')
    }
    yield { type: 'finish', reason: reader.reason, usage: reader.usage }
  } catch (error) {
    if (signal.aborted) return
    throw asProviderError(error)
  }
}

/** Sends the call, and again where the exchange adapts to a refusal. */
async function openStream(exchange: Exchange, signal: AbortSignal): Promise<TransportResponse> {
  for (;;) {
    const response = await exchange.transport(exchange.call(), signal)
    const { status, headers, body } = response
    if (status === 200) {
      if (framings[exchange.framing].otherTypes.test(headers['content-type'] ?? ''))
        throw exchange.failureOfText(await readText(body, errorBytesMax))
      return response
    }
    const text = await readText(body, errorBytesMax)
    if (signal.aborted || !exchange.adapt?.(status, text)) throw exchange.failureOfStatus(status, headers, text)
  }
}

/** One deadline for everything that may still follow a finish. */
class Grace {
  isOver = false
  readonly #timer: NodeJS.Timeout
  readonly #over: Promise<null>

  constructor(ms: number) {
    const { promise, resolve } = Promise.withResolvers<null>()
    this.#over = promise
    this.#timer = setTimeout(() => {
      this.isOver = true
      resolve(null)
    }, ms)
  }

  /** What `step` gives, or null once the time is over. */
  orNull<T>(step: Promise<T>): Promise<T | null> {
    return Promise.race([step, this.#over])
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
