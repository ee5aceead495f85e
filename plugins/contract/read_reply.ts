import { ThinkingFilter } from './thinking_filter.ts'
import { drainBody, readText } from './body.ts'
import { CleanText } from './clean_text.ts'
import { asProviderError, ProviderError } from './errors.ts'
import { Lines } from './lines.ts'
import type { ModelUsage, ReplyPart } from './model.ts'
import { SseParser } from './sse.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

export type FinishReason = Extract<ReplyPart, { type: 'finish' }>['reason']

/** Interprets a vendor's events in order. Returns their text and stores everything else. One instance per reply. */
export interface ReplyReader {
  /** Returns the text of an event, which is often empty and never reasoning. Throws `invalid_response` for an unknown event. */
  read(data: string): string
  /** The finish reason. Null until the upstream reports it. */
  readonly reason: FinishReason | null
  readonly usage: ModelUsage | null
  /** The number of events with reasoning so far. */
  readonly thoughts?: number
  /** The reasoning that hasn't been yielded yet. `readReply` clears it. */
  thought?: string
  /** True when the stream is complete, even if the connection stays open. */
  readonly terminated: boolean
  /** The error that an event reported. Later events are ignored. */
  readonly failure: ProviderError | null
}

export interface Exchange {
  transport: Transport
  /** Creates the request. May throw `ProviderError`. */
  call: () => TransportRequest
  /** `events` for server-sent events, `lines` for one JSON value per line. */
  framing: 'events' | 'lines'
  reader: ReplyReader
  /**
   * Adapts to an error body. Returns true if `call()` now creates a different request that may succeed. Runs after each refusal, so it must
   * return false eventually.
   */
  adapt?: (status: number, text: string) => boolean
  /** Returns the error for a status other than 200. `text` is the first 64 KiB of the body. */
  failureOfStatus: (status: number, headers: Record<string, string>, text: string) => ProviderError
  /** Returns the error for a response under 200 that isn't a stream, such as a web page. */
  failureOfText: (text: string) => ProviderError
}

const errorBytesMax = 64 * 1024

/** How long to wait for usage and the end of the stream after the finish reason. */
const finishGraceMs = 1_000

const framings = {
  // `otherTypes` are content types that can't be a stream. All others are accepted, because some servers mislabel their streams.
  events: { parser: () => new SseParser(), otherTypes: /json|html/i },
  lines: { parser: () => new Lines(), otherTypes: /html/i },
}

/**
 * Handles the parts of a streamed reply that aren't specific to a vendor. Sends the call, yields text as it arrives and one `finish`,
 * removes inline reasoning and detects incomplete replies. Closes the connection when the signal fires or the consumer leaves. A provider
 * that streams over HTTP consists of this function, a request and a `ReplyReader`.
 */
export function readReply(exchange: Exchange, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
  return readParts({ exchange, reader: exchange.reader }, signal)
}

/**
 * The argument of `readParts`, which releases the exchange at the first event. A generator keeps its arguments while it runs, and the
 * functions of an exchange keep the prompt in memory.
 */
interface Reading {
  exchange: Exchange | null
  reader: ReplyReader
}

async function* readParts(reading: Reading, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
  if (signal.aborted) return
  try {
    const { reader } = reading
    const response = await openStream(reading.exchange!, signal)
    const parser = framings[reading.exchange!.framing].parser()
    const clean = new CleanText()
    const answer = new ThinkingFilter()
    const body = response.body[Symbol.asyncIterator]()
    let grace: Grace | null = null
    try {
      for (let ended = false; !ended;) {
        // Awaited here rather than in a helper, which saves a promise per token.
        let step: IteratorResult<Uint8Array> | null = null
        try {
          step = await (grace ? grace.orNull(body.next()) : body.next())
        } catch (error) {
          // After the finish reason, a broken connection doesn't matter.
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
            reading.exchange = null
            delta += reader.read(data)
            if (reader.terminated || reader.failure) break
          }
        } catch (error) {
          // At the end of the stream, the last event may be truncated, so it isn't reported as invalid.
          if (!ended) failure = asProviderError(error)
        }
        // Joins the text of one read into one part, so that a burst costs one part. A slow stream still arrives token by token. Text before
        // an error in the same read is yielded first.
        failure ??= reader.failure
        const isOver = ended || failure !== null || reader.terminated
        let text = answer.push(clean.push(delta))
        if (isOver) text += answer.end()
        const isThinking = reader.thoughts !== thoughtsBefore || (delta !== '' && answer.isThinking)
        const thought = thoughtOf(reader, answer)
        // The reasoning of a read is yielded before its text.
        if (thought !== '') yield { type: 'thinking', text: thought }
        else if (isThinking && text === '') yield { type: 'thinking' }
        if (text !== '') yield { type: 'text', text }
        // The finish may have arrived in the same read as the text at which the consumer stopped.
        if (signal.aborted) return
        if (failure) throw failure
        if (reader.terminated) break
        if (reader.reason === null) continue
        if (text !== '') {
          // Some servers send a reason with every delta.
          grace?.clear()
          grace = null
        }
        grace ??= new Grace(finishGraceMs)
      }
      if (reading.exchange && parser.stray !== null) throw reading.exchange.failureOfText(parser.stray)
    } finally {
      grace?.clear()
      if (reader.terminated) drainBody(body)
      // Not awaited, because `return` may wait for the pending read.
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

const thoughtOf = (reader: ReplyReader, answer: ThinkingFilter): string => {
  let thought = answer.takeThought()
  if (reader.thought) {
    thought = reader.thought + thought
    reader.thought = ''
  }
  return thought === '' ? '' : thought.replaceAll('\0', '').toWellFormed()
}

/** Sends the call, and sends it again each time the exchange adapts to a refusal. */
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

/** The deadline for everything after the finish reason. */
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

  /** Resolves with the result of `step`, or with null after the deadline. */
  orNull<T>(step: Promise<T>): Promise<T | null> {
    return Promise.race([step, this.#over])
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
