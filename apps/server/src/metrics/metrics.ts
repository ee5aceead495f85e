import { AggregatorRegistry, Gauge, Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import type { ProcessSamples } from '../launcher_link.ts'
import { DatabaseMetrics, type DatabaseSources } from './database_metrics.ts'
import { ProcessMetrics, type ProcessSources } from './process_metrics.ts'

/** More frequent requests get the cached text. */
const cacheMs = 1_000

export interface OtherProcesses {
  processes: { number: number; count: number }
  /** Returns the samples of the other processes of this launcher. */
  others: () => Promise<ProcessSamples[]>
}

/**
 * The metrics of all processes of this launcher, in Prometheus format. With several processes, each sample has the label `process`, because
 * sums of counters would drop when a process restarts. Concurrent requests share one read.
 */
export class Metrics {
  readonly process: ProcessMetrics
  readonly #database: DatabaseMetrics
  readonly #ofProcess = new Registry()
  readonly #ofAll = new Registry()
  readonly #processes: Gauge
  readonly #sources: OtherProcesses
  #cached: { at: number; text: Promise<string> } | null = null

  constructor(sources: ProcessSources & DatabaseSources & OtherProcesses) {
    this.process = new ProcessMetrics(this.#ofProcess, sources)
    this.#database = new DatabaseMetrics(this.#ofAll, sources)
    this.#sources = sources
    const { number, count } = sources.processes
    this.#processes = new Gauge({
      name: 'facet_processes',
      help: 'Server processes of this launcher: how many there should be, and how many answered.',
      labelNames: ['state'],
      registers: [this.#ofAll],
    })
    this.#processes.set({ state: 'expected' }, count)
    if (count > 1) this.#ofProcess.setDefaultLabels({ process: String(number) })
  }

  get contentType() {
    return this.#ofProcess.contentType
  }

  text(): Promise<string> {
    if (this.#cached && performance.now() - this.#cached.at < cacheMs) return this.#cached.text
    const cached = { at: Infinity, text: this.#read() }
    this.#cached = cached
    void cached.text.then(
      () => (cached.at = performance.now()),
      () => (cached.at = -Infinity)
    )
    return cached.text
  }

  /** Returns the samples of this process, for the process that answers the scrape. */
  samples(): Promise<ProcessSamples> {
    return this.#ofProcess.getMetricsAsJSON()
  }

  async #read() {
    const [own, others] = await Promise.all([this.samples(), this.#sources.others(), this.#database.refresh()])
    const all = [own, ...others] as MetricObjectWithValues<MetricValue<string>>[][]
    // Samples of different processes have different labels, so no samples are added up or left out.
    const separate = all.map((samples) => samples.map((metric) => ({ ...metric, aggregator: 'sum' as const })))
    this.#processes.set({ state: 'answering' }, all.length)
    const texts = [AggregatorRegistry.aggregate(separate), this.#ofAll].map((registry) => registry.metrics())
    return (await Promise.all(texts)).join('\n')
  }
}
