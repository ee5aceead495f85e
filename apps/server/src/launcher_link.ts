import { setTimeout as sleep } from 'node:timers/promises'

/** Samples of one process, as prom-client exports them. */
export type ProcessSamples = object[]

type Message =
  | { type: 'leave' }
  | { type: 'get_metrics'; id: number }
  | { type: 'all_metrics'; id: number; metrics: ProcessSamples[] }

interface Channel {
  send?(message: object): boolean
  on(event: 'message', listener: (message: Message) => void): unknown
  channel?: { unref(): void } | undefined
}

export interface LauncherLinkOptions {
  /** Node's `process`. It has no IPC channel if it runs without the launcher. */
  channel: Channel
  isReady(): Promise<boolean>
  /** Null without METRICS_TOKEN. */
  readMetrics: (() => Promise<ProcessSamples>) | null
  /** Called when a new process has replaced this one. Hands over and exits. */
  leave(): void
}

const readyEveryMs = 50
/** How long to wait for the launcher, which answers within a second. */
const answerMs = 2_000

/** This process's side of the launcher's IPC channel (`apps/launcher/server_processes.mjs`). */
export class LauncherLink {
  readonly #options: LauncherLinkOptions
  readonly #asked = new Map<number, (metrics: ProcessSamples[]) => void>()
  #count = 0

  constructor(options: LauncherLinkOptions) {
    this.#options = options
    const { channel } = options
    if (!channel.send) return
    channel.on('message', (message) => this.#receive(message))
    // The channel alone must not keep the process running.
    channel.channel?.unref()
  }

  /** Notifies the launcher as soon as this process is ready. */
  async reportReady() {
    if (!this.#options.channel.send) return
    while (!(await this.#options.isReady())) await sleep(readyEveryMs, null, { ref: false })
    this.#send({ type: 'ready' })
  }

  /** Returns the samples of the launcher's other processes, without processes that don't answer in time. */
  async metricsOfOthers(): Promise<ProcessSamples[]> {
    if (!this.#options.channel.send) return []
    const id = ++this.#count
    const answer = new Promise<ProcessSamples[]>((resolve) => this.#asked.set(id, resolve))
    this.#send({ type: 'get_metrics', id })
    const metrics = await Promise.race([answer, sleep(answerMs, [], { ref: false })])
    this.#asked.delete(id)
    return metrics
  }

  #receive(message: Message) {
    const { readMetrics, leave } = this.#options
    if (message.type === 'leave') leave()
    if (message.type === 'all_metrics') this.#asked.get(message.id)?.(message.metrics)
    if (message.type === 'get_metrics')
      void readMetrics?.().then((metrics) => this.#send({ type: 'metrics', id: message.id, metrics }))
  }

  /** Ignores errors, because the launcher may have exited. This process then receives a SIGTERM. */
  #send(message: object) {
    try {
      this.#options.channel.send?.(message)
    } catch {}
  }
}
