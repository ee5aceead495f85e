import { letRunOut, readText } from '../../contract/body.ts'
import { CleanText } from '../../contract/clean_text.ts'
import { asProviderError, ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { ModelProvider, ModelRequest, ReplyPart } from '../../contract/model.ts'
import { SseParser, type SseEvent } from '../../contract/sse.ts'
import type { Transport, TransportResponse } from '../../contract/transport.ts'
import { Completion } from './completion.ts'
import { failureOfText, hintsOf } from './failure.ts'
import { completionsUrl, requestBody } from './request.ts'

export interface OpenAiCompatibleOptions {
  /** Up to and without `/chat/completions`, with or without a slash at its end: `https://api.openai.com/v1`. */
  baseUrl: string
  /** Sent as a bearer token; null sends none. */
  apiKey: string | null
}

export interface OpenAiCompatibleDeps {
  transport?: Transport
}

/** An error body is read this far. */
const errorBytesMax = 64 * 1024

/**
 * Writes replies through any server that speaks OpenAI's chat completions, streamed.
 * Throws `misconfigured` for a `baseUrl` that is no http(s) address.
 */
export function openAiCompatible(options: OpenAiCompatibleOptions, deps: OpenAiCompatibleDeps = {}): ModelProvider {
  const transport = deps.transport ?? httpTransport
  const url = completionsUrl(options.baseUrl)
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'text/event-stream' }
  if (options.apiKey !== null) headers['authorization'] = `Bearer ${options.apiKey}`

  return {
    async *streamReply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ReplyPart, void, undefined> {
      if (signal.aborted) return
      try {
        const response = await transport({ method: 'POST', url, headers, body: requestBody(request) }, signal)
        await refuseAllButStreams(response)
        const completion = new Completion()
        const clean = new CleanText()
        const body = response.body[Symbol.asyncIterator]()
        try {
          const parser = new SseParser()
          for (let ended = false; !ended;) {
            // Awaited here and not in a helper: one promise less per token.
            let step: IteratorResult<Uint8Array> | null = null
            try {
              step = await body.next()
            } catch (error) {
              // A connection that breaks after the reply was finished broke too late to matter.
              if (completion.reason === null) throw error
            }
            if (signal.aborted) return
            ended = step === null || step.done === true
            const events = step === null || step.done ? parser.end() : parser.push(step.value)
            // What came in one read leaves as one part: a burst costs one part, a trickle still goes token by token.
            const text = clean.push(textOf(events, completion, ended))
            if (text !== '') yield { type: 'text', text }
            if (completion.failure) throw completion.failure
            if (completion.terminated) break
          }
          if (!completion.begun && parser.stray !== null) throw failureOfText(parser.stray)
        } finally {
          if (completion.terminated) letRunOut(body)
          else await body.return?.()
        }
        if (completion.reason === null) {
          throw new ProviderError('cut_off', 'The provider ended its stream without finishing the reply.')
        }
        yield { type: 'finish', reason: completion.reason, usage: completion.usage }
      } catch (error) {
        if (signal.aborted) return
        throw asProviderError(error)
      }
    },
  }
}

async function refuseAllButStreams(response: TransportResponse): Promise<void> {
  const { status, headers, body } = response
  if (status !== 200) throw failureOfStatus(status, headers, hintsOf(await readText(body, errorBytesMax)))
  // Only what is surely something else: not every server labels its streams rightly.
  if (/json|html/i.test(headers['content-type'] ?? '')) throw failureOfText(await readText(body, errorBytesMax))
}

function textOf(events: SseEvent[], completion: Completion, ended: boolean): string {
  let text = ''
  try {
    for (const { data } of events) {
      text += completion.read(data)
      if (completion.terminated || completion.failure) break
    }
  } catch (error) {
    // Text that came before the nonsense in the same read has been said: it leaves first. An event that the end of the stream cut
    // is no nonsense.
    if (!ended) completion.failure = asProviderError(error)
  }
  return text
}
