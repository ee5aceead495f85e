import type { ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { ReplyEnd, ReplyWatch } from '#modules/chat/index'
import type { PictureWork } from '#modules/imagegen/index'
import type { PoolFigures } from '#modules/kernel/sql'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export interface ProcessSources {
  replies: ReplyWatch
  pictures: PictureWork
  pools: () => Record<string, PoolFigures>
  /** Tells of tries of models that came to nothing. */
  onFailedAttempt: (listener: (tried: { link: { name: string }; error: { code: string } }) => void) => void
}

/**
 * What this process counts of itself. Labels are of small fixed sets: patterns of routes, never addresses, and never anybody's id.
 * Requests and replies are counted when they have ended; what is there at a moment is read when somebody asks.
 */
export class ProcessMetrics {
  readonly #requests: Counter
  readonly #durations: Histogram

  constructor(registry: Registry, sources: ProcessSources) {
    const registers = [registry]
    collectDefaultMetrics({ register: registry })
    this.#requests = new Counter({
      name: 'facet_http_requests_total',
      help: 'Answered requests, counted when the answer has ended. Streams are among them.',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'facet_http_request_duration_seconds',
      help: 'From a request to the end of its answer. Streams of events are not among them: they last as long as somebody reads.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    })
    countReplies(registry, sources)
    readNow(registry, sources)
  }

  /** `route` is a pattern; null where no route was looked for, as for files. */
  answered(given: { method: string; route: string | null; response: ServerResponse; ms: number }) {
    const { response, ms } = given
    const method = methods.has(given.method) ? given.method : 'OTHER'
    const labels = { method, route: given.route ?? 'none', status: String(response.statusCode) }
    this.#requests.inc(labels)
    if (!String(response.getHeader('content-type')).startsWith('text/event-stream'))
      this.#durations.observe(labels, ms / 1000)
  }
}

const countReplies = (registry: Registry, { replies, onFailedAttempt }: ProcessSources) => {
  const registers = [registry]
  const ended = new Counter({
    name: 'facet_replies_total',
    help: 'Replies that this process wrote and ended, by how and why; reason is "none" where all went well.',
    labelNames: ['tier', 'kind', 'ending', 'reason'],
    registers,
  })
  const firstText = new Histogram({
    name: 'facet_reply_first_text_seconds',
    help: "From a reply's beginning to its first text, counted when the reply has ended; those without a text are not among them.",
    labelNames: ['tier'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 20, 60],
    registers,
  })
  const tokens = new Counter({
    name: 'facet_tokens_total',
    help: 'Tokens as the model providers counted them, where they did and the reply was read to its end.',
    labelNames: ['tier', 'direction'],
    registers,
  })
  const failures = new Counter({
    name: 'facet_provider_errors_total',
    help: 'Tries of model providers that came to nothing before the first text, whoever then wrote the reply. Later failures are endings of replies.',
    labelNames: ['provider', 'code'],
    registers,
  })
  replies.onEnd(({ tier, kind, state, errorCode, firstTextMs, usage }: ReplyEnd) => {
    ended.inc({ tier, kind, ending: state, reason: errorCode ?? 'none' })
    if (firstTextMs !== null) firstText.observe({ tier }, firstTextMs / 1000)
    if (!usage) return
    // Whatever a provider says: a counter takes nothing below 0.
    tokens.inc({ tier, direction: 'in' }, Math.max(0, usage.inputTokens))
    tokens.inc({ tier, direction: 'out' }, Math.max(0, usage.outputTokens))
  })
  onFailedAttempt(({ link, error }) => failures.inc({ provider: link.name, code: error.code }))
}

const readNow = (registry: Registry, { replies, pictures, pools }: ProcessSources) => {
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        collect(this)
      },
    })
  gauge('facet_replies_running', 'Replies that this process is writing.', [], (it) => it.set(replies.now().replies))
  gauge('facet_streams_open', 'Open streams: of replies, and of what changes for somebody.', ['kind'], (it) => {
    const { replyStreams, eventStreams } = replies.now()
    it.set({ kind: 'reply' }, replyStreams)
    it.set({ kind: 'events' }, eventStreams)
  })
  gauge('facet_pictures', 'Pictures being drawn, being read, or waiting to be read.', ['state'], (it) => {
    for (const [state, count] of Object.entries(pictures.now())) it.set({ state }, count)
  })
  gauge('facet_database_connections', 'Connections of this process, by pool.', ['pool', 'state'], (it) => {
    for (const [pool, { used, idle }] of Object.entries(pools())) {
      it.set({ pool, state: 'used' }, used)
      it.set({ pool, state: 'idle' }, idle)
    }
  })
  gauge('facet_database_waiting', 'Queries of this process that wait for a connection, by pool.', ['pool'], (it) => {
    for (const [pool, { waiting }] of Object.entries(pools())) it.set({ pool }, waiting)
  })
}
