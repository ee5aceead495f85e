import { Registry } from 'prom-client'
import { DatabaseMetrics, type DatabaseSources } from './database_metrics.ts'
import { ProcessMetrics, type ProcessSources } from './process_metrics.ts'

/** More frequent requests get the cached text. */
const cacheMs = 1_000

/** The metrics in Prometheus format. Concurrent requests share one read. */
export class Metrics {
  readonly process: ProcessMetrics
  readonly #database: DatabaseMetrics
  readonly #registry = new Registry()
  #cached: { at: number; text: Promise<string> } | null = null

  constructor(sources: ProcessSources & DatabaseSources) {
    this.process = new ProcessMetrics(this.#registry, sources)
    this.#database = new DatabaseMetrics(this.#registry, sources)
  }

  get contentType() {
    return this.#registry.contentType
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

  async #read() {
    await this.#database.refresh()
    return this.#registry.metrics()
  }
}
