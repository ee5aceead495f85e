import type { Adaptations } from './adaptations.ts'
import { drainBody, readText } from './body.ts'
import { CleanText } from './clean_text.ts'
import { systemTimers, type Timers } from './timers.ts'
import { asProviderError, ProviderError } from './errors.ts'
import { EventParser, type StreamEvent } from './event_parser.ts'
import { eventValues } from './event_values.ts'
import type { ReplyPart } from './model.ts'
import type { ReplyReader } from './reply_reader.ts'
import { ThinkingFilter } from './thinking_filter.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

export interface Exchange {
  transport: Transport
  /** Creates the request. May throw `ProviderError`. */
  call: () => TransportRequest
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
  /** The upstream's name for the model, and what is known about it. */
  model?: string
  adaptations?: Adaptations
  timers?: Timers
}

const errorBytesMax = 64 * 1024

/**
 * How long no text may come after a finish reason. At least `quietMinMs`, and `quietFactor` times the longest gap between two texts of this
 * reply.
 */
const quietMinMs = 3_000
const quietMaxMs = 15_000
const quietFactor = 3

/**
 * The names of models whose chat templates open the reasoning. Until one has answered, its text counts as reasoning until a closing mark, so
 * that reasoning isn't shown as text.
 */
const thinksByName = /think|reason|qwq|\br1\b|\bz1\b/i

/** The interval of `alive` parts. */
const aliveMs = 1_000

/**
 * Handles the parts of a streamed reply that aren't specific to a vendor. Sends the call, yields text as it arrives and one `finish`,
 * removes inline reasoning and detects incomplete replies. Closes the connection when the signal fires or the consumer leaves. A provider
 * that streams over HTTP consists of this function, a request and a `ReplyReader`.
 *
 * The body decides how it is read, and not its label: event streams, JSON lines and whole answers. Events that can't be read are skipped.
 * Only a stream without any readable event is an error.
 */
export function readReply(exchange: Exchange, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
  const { reader, model = '', adaptations, timers = systemTimers } = exchange
  return readParts({ exchange, reader, model, adaptations, timers }, signal)
}

/**
 * The argument of `readParts`, which releases the exchange at the first event. A generator keeps its arguments while it runs, and the
 * functions of an exchange keep the prompt in memory.
 */
interface OpenExchange extends Required<Pick<Exchange, 'reader' | 'model' | 'timers'>> {
  exchange: Exchange | null
  adaptations: Adaptations | undefined
}

async function* readParts(reading: OpenExchange, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
  if (signal.aborted) return
  try {
    const { reader, timers, model, adaptations } = reading
    const response = await openStream(reading.exchange!, signal)
    const parser = new EventParser()
    const clean = new CleanText()
    const isOpened = adaptations?.isOpened.get(model) ?? thinksByName.test(model)
    const answer = new ThinkingFilter({ isOpened })
    const body = response.body[Symbol.asyncIterator]()
    let quiet: Quiet | null = null
    let unreadable = 0
    let firstUnreadable = ''
    let lastPartAt = timers.monotonicMs()
    let lastTextAt: number | null = null
    let longestGapMs = 0
    try {
      for (let ended = false; !ended;) {
        // Awaited here rather than in a helper, which saves a promise per token.
        let step: IteratorResult<Uint8Array> | null = null
        try {
          step = await (quiet ? quiet.orNull(body.next()) : body.next())
        } catch (error) {
          // After the finish reason, a broken connection doesn't matter, unless the server has gone on after a reason before.
          if (reader.reason === null || reader.hasContinued) throw error
        }
        if (signal.aborted) return
        ended = step === null || step.done === true
        const events = step === null || step.done ? parser.end() : parser.push(step.value)
        const thoughtsBefore = reader.thoughts
        let delta = ''
        for (const event of events) {
          const text = readEvent(reader, event)
          if (text === null) {
            // At the end of the stream, the last event may be truncated.
            if (ended && eventValues(event).length === 0) continue
            if (unreadable++ === 0) firstUnreadable = event.data.slice(0, errorBytesMax)
          } else {
            reading.exchange = null
            delta += text
          }
          if (reader.terminated || reader.failure) break
        }
        // Joins the text of one read into one part, so that a burst costs one part. A slow stream still arrives token by token. Text before
        // an error in the same read is yielded first.
        const isOver = ended || reader.failure !== null || reader.terminated
        if (isOpened && reader.thoughts > 0) answer.expectMark()
        let text = answer.push(clean.push(delta))
        if (isOver) text += answer.end(reader.reason === 'stop' && reader.failure === null)
        const isThinking = reader.thoughts !== thoughtsBefore || (delta !== '' && answer.isThinking)
        const thought = thoughtOf(reader, answer)
        if (answer.takeRetraction()) yield { type: 'retract' }
        // The reasoning of a read is yielded before its text.
        if (thought !== '') yield { type: 'thinking', text: thought }
        else if (isThinking && text === '') yield { type: 'thinking' }
        if (text !== '') {
          const now = timers.monotonicMs()
          if (lastTextAt === null) noteLabel(reading, response)
          else longestGapMs = Math.max(longestGapMs, now - lastTextAt)
          lastPartAt = lastTextAt = now
          yield { type: 'text', text }
        } else if (isThinking) lastPartAt = timers.monotonicMs()
        else if (!isOver) {
          const now = timers.monotonicMs()
          if (now - lastPartAt >= aliveMs) {
            lastPartAt = now
            yield { type: 'alive' }
          }
        }
        // The finish may have arrived in the same read as the text at which the consumer stopped.
        if (signal.aborted) return
        if (reader.failure) throw reader.failure
        if (reader.terminated) break
        if (reader.reason === null) continue
        // Only text breaks the quiet.
        if (text !== '' || isThinking) {
          quiet?.clear()
          quiet = null
        }
        quiet ??= new Quiet(timers, Math.min(quietMaxMs, Math.max(quietMinMs, quietFactor * longestGapMs)))
      }
    } finally {
      quiet?.clear()
      if (reader.terminated) drainBody(body)
      // Not awaited, because `return` may wait for the pending read.
      else if (quiet?.isOver) void Promise.resolve(body.return?.()).catch(() => {})
      else await body.return?.()
    }
    if (reader.reason === null) {
      const isUnreadable = unreadable + parser.skipped > 0 || parser.stray !== ''
      if (reading.exchange && isUnreadable) throw reading.exchange.failureOfText(parser.stray || firstUnreadable)
      throw new ProviderError('cut_off', 'The provider ended its stream without finishing the reply.')
    }
    if (adaptations) noteStream(reading, { unreadable: unreadable + parser.skipped, isOpened, answer })
    yield { type: 'finish', reason: reader.reason, usage: reader.usage }
  } catch (error) {
    if (signal.aborted) return
    throw asProviderError(error)
  }
}

/** Reads one event. Returns its text, or null if it can't be read. */
function readEvent(reader: ReplyReader, event: StreamEvent): string | null {
  let text: string | null = null
  for (const value of eventValues(event)) {
    if (value === 'done') {
      reader.done()
      return text ?? ''
    }
    try {
      const read = value === 'ignored' ? '' : reader.read(value)
      if (read !== null) text = (text ?? '') + read
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
    }
    if (reader.terminated || reader.failure) return text ?? ''
  }
  return text
}

const thoughtOf = (reader: ReplyReader, answer: ThinkingFilter): string => {
  let thought = answer.takeThought()
  if (reader.thought) {
    thought = reader.thought + thought
    reader.thought = ''
  }
  return thought === '' ? '' : thought.replaceAll('\0', '').toWellFormed()
}

/** Notes a label that doesn't fit a stream. Before the end, so that a probe gets it with the first text. */
function noteLabel({ model, adaptations }: OpenExchange, { headers }: TransportResponse): void {
  const label = /^[\w.+-]+\/[\w.+-]+/.exec(headers['content-type'] ?? '')?.[0] ?? ''
  if (label !== '' && !/event-stream|json/i.test(label))
    adaptations?.note(model, 'label', `its streams are labelled ${label.slice(0, 60)}, and are read all the same`)
}

/** Notes what was unusual about a finished stream. */
function noteStream(
  { reader, model, adaptations }: OpenExchange,
  { unreadable, isOpened, answer }: { unreadable: number; isOpened: boolean; answer: ThinkingFilter }
): void {
  if (unreadable > 0) adaptations!.note(model, 'unreadable', 'its streams contain unreadable events, which are skipped')
  if (reader.unknownReason !== null) {
    const name = /^[\w .:-]{1,40}$/.test(reader.unknownReason) ? ` ‘${reader.unknownReason}’` : ''
    adaptations!.note(model, 'finish_reason', `it ends replies for an unknown reason${name}, so they are free`)
  }
  if (answer.isOrphaned) {
    adaptations!.isOpened.set(model, true)
    const says = 'its reasoning has no opening mark, so text counts as reasoning until the closing mark'
    adaptations!.note(model, 'thinking_mark', says)
  } else if (isOpened && (reader.reason === 'stop' || reader.thoughts > 0)) adaptations!.isOpened.set(model, false)
}

/** Sends the call, and sends it again each time the exchange adapts to a refusal. */
async function openStream(exchange: Exchange, signal: AbortSignal): Promise<TransportResponse> {
  for (;;) {
    const response = await exchange.transport(exchange.call(), signal)
    const { status, headers, body } = response
    if (status === 200) return response
    const text = await readText(body, errorBytesMax)
    if (signal.aborted || !exchange.adapt?.(status, text)) throw exchange.failureOfStatus(status, headers, text)
  }
}

/** The time without text after which a reply with a finish reason has ended. */
class Quiet {
  isOver = false
  readonly #over: Promise<null>
  readonly clear: () => void

  constructor(timers: Timers, ms: number) {
    const { promise, resolve } = Promise.withResolvers<null>()
    this.#over = promise
    this.clear = timers.after(ms, () => {
      this.isOver = true
      resolve(null)
    })
  }

  /** Resolves with the result of `step`, or with null after the quiet. */
  orNull<T>(step: Promise<T>): Promise<T | null> {
    return Promise.race([step, this.#over])
  }
}
