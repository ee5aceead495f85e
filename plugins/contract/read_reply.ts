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
  /** The error for a status that is no 200, with the first 64 KiB of its body. */
  failureOfStatus: (status: number, headers: Record<string, string>, text: string) => ProviderError
  /** The error for an answer under 200 that is no stream at all: a web page, a JSON object. */
  failureOfText: (text: string) => ProviderError
}

/** An error body is read this far. */
const errorBytesMax = 64 * 1024

const framings = {
  // The types that are surely something else: not every server labels its streams rightly.
  events: { parser: () => new SseParser(), otherTypes: /json|html/i },
  lines: { parser: () => new Lines(), otherTypes: /html/i },
}

/**
 * Everything about a streamed reply that is no vendor's own: sends the call, reads the answer, gives text as it arrives and one
 * `finish`, tells a whole reply from one that was cut, hangs up when the signal fires or the consumer leaves. A provider that
 * streams over HTTP is this, a request and a `ReplyReader`.
 */
export async function* readReply(exchange: Exchange, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
  if (signal.aborted) return
  try {
    const { reader } = exchange
    const response = await exchange.transport(exchange.call(), signal)
    await refuseAllButStreams(exchange, response)
    const parser = framings[exchange.framing].parser()
    const clean = new CleanText()
    const body = response.body[Symbol.asyncIterator]()
    let begun = false
    try {
      for (let ended = false; !ended;) {
        // Awaited here and not in a helper: one promise less per token.
        let step: IteratorResult<Uint8Array> | null = null
        try {
          step = await body.next()
        } catch (error) {
          // A connection that breaks after the reply was finished broke too late to matter.
          if (reader.reason === null) throw error
        }
        if (signal.aborted) return
        ended = step === null || step.done === true
        const events = step === null || step.done ? parser.end() : parser.push(step.value)
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
        const text = clean.push(delta)
        if (text !== '') yield { type: 'text', text }
        failure ??= reader.failure
        if (failure) throw failure
        if (reader.terminated) break
      }
      if (!begun && parser.stray !== null) throw exchange.failureOfText(parser.stray)
    } finally {
      if (reader.terminated) letRunOut(body)
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

async function refuseAllButStreams(exchange: Exchange, { status, headers, body }: TransportResponse): Promise<void> {
  if (status !== 200) throw exchange.failureOfStatus(status, headers, await readText(body, errorBytesMax))
  if (framings[exchange.framing].otherTypes.test(headers['content-type'] ?? ''))
    throw exchange.failureOfText(await readText(body, errorBytesMax))
}
