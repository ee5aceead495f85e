import { ThinkingFilter } from './thinking_filter.ts'
import { drainBody, readText } from './body.ts'
import { CleanText } from './clean_text.ts'
import { asProviderError, ProviderError } from './errors.ts'
import { Lines } from './lines.ts'
import type { ModelUsage, ReplyPart } from './model.ts'
import { SseParser } from './sse.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

export type FinishReason = Extract<ReplyPart, { type: 'finish' }>['reason']

/** Interprets a vendor's events. Takes them in order, returns their text and keeps the rest. One instance per reply. */
export interface ReplyReader {
  /** The text of an event, often empty; never reasoning. Throws `invalid_response` for an unknown event. */
  read(data: string): string
  /** Null until the upstream reports it. */
  readonly reason: FinishReason | null
  readonly usage: ModelUsage | null
  /** The number of events with reasoning so far. */
  readonly thoughts?: number
  /** The reasoning that hasn't been yielded yet. `readReply` empties it. */
  thought?: string
  /** True when the stream is complete, even if the connection stays open. */
  readonly terminated: boolean
  /** An error reported by an event. Later events are ignored. */
  readonly failure: ProviderError | null
}

export interface Exchange {
  transport: Transport
  /** May throw `ProviderError`. */
  call: () => TransportRequest
  /** `events`: server-sent events. `lines`: one JSON value per line. */
  framing: 'events' | 'lines'
  reader: ReplyReader
  /**
   * Adapts to an error body. Returns true when `call()` now creates a different request worth sending. Runs after each refusal, so it must
   * return false eventually.
   */
  adapt?: (status: number, text: string) => boolean
  /** The error for a status other than 200. `text` is the first 64 KiB of the body. */
  failureOfStatus: (status: number, headers: Record<string, string>, text: string) => ProviderError
  /** The error for a response under 200 that isn't a stream, such as a web page. */
  failureOfText: (text: string) => ProviderError
}

const errorBytesMax = 64 * 1024

/** How long to wait for usage and the end of the stream after the finish reason. */
const finishGraceMs = 1_000

const framings = {
  // Content types that can't be a stream. Some servers label their streams wrongly, so others are accepted.
  events: { parser: () => new SseParser(), otherTypes: /json|html/i },
  lines: { parser: () => new Lines(), otherTypes: /html/i },
}

/**
 * Handles everything about a streamed reply that isn't specific to a vendor: sends the call, yields text as it arrives and one `finish`,
 * removes inline reasoning, detects incomplete replies, and closes the connection when the signal fires or the consumer leaves.
 * A provider that streams over HTTP consists of this, a request and a `ReplyReader`.
 */
export function readReply(exchange: Exchange, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
  return readParts({ exchange, reader: exchange.reader }, signal)
}

/** A generator keeps its arguments while it runs, and the functions of an exchange keep the prompt. So the first event releases it. */
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
        // Awaited here rather than in a helper: one promise less per token.
        let step: IteratorResult<Uint8Array> | null = null
        try {
          step = await (grace ? grace.orNull(body.next()) : body.next())
        } catch (error) {
          // A connection that breaks after the finish doesn't matter.
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
          // An event truncated by the end of the stream isn't an invalid one.
          if (!ended) failure = asProviderError(error)
        }
        // Text from one read becomes one part: a burst costs one part, a slow stream still goes token by token. Text before an error in the
        // same read is yielded first.
        failure ??= reader.failure
        const isOver = ended || failure !== null || reader.terminated
        let text = answer.push(clean.push(delta))
        if (isOver) text += answer.end()
        const isThinking = reader.thoughts !== thoughtsBefore || (delta !== '' && answer.isThinking)
        const thought = thoughtOf(reader, answer)
        // The reasoning of one read comes before its text.
        if (thought !== '') yield { type: 'thinking', text: thought }
        else if (isThinking && text === '') yield { type: 'thinking' }
        if (text !== '') yield { type: 'text', text }
        // The finish may have arrived together with the text during which the consumer stopped.
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
      // Not awaited: a pending read may keep it from settling.
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

/** Sends the call, again each time the exchange adapts to a refusal. */
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

/** One deadline for everything after the finish reason. */
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

  /** The result of `step`, or null after the deadline. */
  orNull<T>(step: Promise<T>): Promise<T | null> {
    return Promise.race([step, this.#over])
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
