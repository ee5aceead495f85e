import { ProviderError } from '../../../contract/errors.ts'
import { failureOfStatus } from '../../../contract/http_failure.ts'
import type { Timers } from '../../../contract/timers.ts'
import type { ModelProvider, ModelRequest, ReplyPart, SentConversation } from '../../../contract/model.ts'
import type { Transport, TransportResponse } from '../../../contract/transport.ts'
import { ThinkingFilter } from '../../../contract/thinking_filter.ts'
import { CleanText } from '../../../contract/clean_text.ts'
import { readText } from '../../../contract/body.ts'

export interface NaiveDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  timers: Timers
}

/** The parts of the provider. Each test replaces a part with a broken version. */
export interface Naive {
  asks(request: ModelRequest): object
  address(baseUrl: string, request: ModelRequest): string
  signalFor(signal: AbortSignal): AbortSignal
  decode(): (bytes: Uint8Array) => string
  failure(response: TransportResponse, body: string, key: string): unknown
  line(value: unknown): { text?: string; thinks?: boolean; finish?: true; usage?: unknown; error?: boolean }
  clean(): (delta: string) => string
  answer(): ThinkingFilter
  says(text: string): ReplyPart[]
  atEnd(): ReplyPart[]
  finish(part: ReplyPart): ReplyPart[]
  leave(body: AsyncIterator<Uint8Array>): unknown
  garbage(): unknown
  /** Returns null for a line that isn't an event. */
  parse(line: string): object | null
  alive(): ReplyPart[]
  retract(): ReplyPart[]
}

/** Returns the conversation in the body of a request. */
export const conversationIn = (body: string): SentConversation['messages'] => {
  const { system, messages } = JSON.parse(body) as ModelRequest
  return [...(system === '' ? [] : [{ role: 'system' as const, content: system }]), ...messages]
}

/** Creates a correct provider for a fictional vendor that sends one JSON object per line. `changes` break it. */
export const naive =
  (changes: Partial<Naive> = {}) =>
  ({ transport, baseUrl, apiKey, timers }: NaiveDeps): ModelProvider => ({
    takes: () => ['temperature'],
    prefills: () => true,
    picturesMax: () => 1,
    async *streamReply(request, signal) {
      const parts: Naive = { ...correctParts(), ...changes }
      if (signal.aborted) return
      const body = JSON.stringify(parts.asks(request))
      const url = parts.address(baseUrl, request)
      try {
        const response = await transport(
          { method: 'POST', url, headers: { key: apiKey }, body },
          parts.signalFor(signal)
        )
        if (response.status !== 200) throw parts.failure(response, await readText(response.body, 65_536), apiKey)
        const bytes = response.body[Symbol.asyncIterator]()
        const decode = parts.decode()
        const clean = parts.clean()
        const answer = parts.answer()
        let rest = ''
        let usage = null
        let lastPartAt = timers.monotonicMs()
        let unreadable = 0
        let hasEvent = false
        try {
          for (;;) {
            const step = await bytes.next()
            if (signal.aborted) return
            if (step.done) break
            const lines = (rest + decode(step.value)).split('\n')
            rest = lines.pop()!
            if (rest.length > 1_000_000) throw parts.garbage()
            if (timers.monotonicMs() - lastPartAt >= 1_000) {
              lastPartAt = timers.monotonicMs()
              yield* parts.alive()
            }
            for (const line of lines) {
              if (line.trim() === '') continue
              const value = parts.parse(line)
              if (value === null) {
                unreadable++
                continue
              }
              hasEvent = true
              const read = parts.line(value)
              if (read.error) throw new ProviderError('unavailable', 'The provider sent an error.')
              usage = read.usage ?? usage
              if (read.text !== undefined) {
                const text = answer.push(clean(read.text))
                if (answer.takeRetraction()) yield* parts.retract()
                yield* parts.says(text)
              }
              if (read.thinks || (read.text && answer.isThinking)) yield { type: 'thinking' }
              if (read.finish) {
                const rest = answer.end()
                if (rest !== '') yield* parts.says(rest)
                const reason = (value as { done: 'stop' | 'length' | 'filter' | 'refusal' }).done
                yield* parts.finish({ type: 'finish', reason, usage: usage as null })
                return
              }
            }
          }
          const last = parts.atEnd()
          if (last.length > 0) return yield* last
          if (rest.startsWith('{"error')) throw new ProviderError('unavailable', 'The provider sent an error.')
          if (!hasEvent && (unreadable > 0 || /^[^{]/.test(rest))) throw parts.garbage()
          throw new ProviderError('cut_off', 'The stream ended early.')
        } finally {
          await parts.leave(bytes)
        }
      } catch (error) {
        if (signal.aborted) return
        throw error
      }
    },
  })

const correctParts = (): Naive => ({
  asks: ({ model, system, messages, sampling: { temperature } }) => ({ model, system, messages, temperature }),
  address: (baseUrl) => baseUrl,
  signalFor: (signal) => signal,
  decode: () => {
    const decoder = new TextDecoder()
    return (bytes) => decoder.decode(bytes, { stream: true })
  },
  failure: (response) => failureOfStatus(response.status, response.headers),
  line: (value) => {
    const { t, thought, done, usage, error } = value as Record<string, string | undefined>
    return {
      ...(t === undefined ? {} : { text: t }),
      thinks: thought !== undefined,
      ...(done ? { finish: true } : {}),
      usage,
      error: error !== undefined,
    }
  },
  clean: () => {
    const clean = new CleanText()
    return (delta) => clean.push(delta)
  },
  answer: () => new ThinkingFilter(),
  says: (text) => (text === '' ? [] : [{ type: 'text', text }]),
  atEnd: () => [],
  finish: (part) => [part],
  leave: (body) => body.return?.(),
  garbage: () => new ProviderError('invalid_response', 'The provider sent a line that is not JSON.'),
  parse: (line) => {
    try {
      const value: unknown = JSON.parse(line)
      return typeof value === 'object' ? value : null
    } catch {
      return null
    }
  },
  alive: () => [{ type: 'alive' }],
  retract: () => [{ type: 'retract' }],
})
