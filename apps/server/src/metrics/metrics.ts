import { Registry } from 'prom-client'
import { DatabaseMetrics, type DatabaseSources } from './database_metrics.ts'
import { ProcessMetrics, type ProcessSources } from './process_metrics.ts'

/** Whoever asks more often gets what was told last. */
const keptMs = 1_000

/** The figures of this process, as Prometheus reads them. One look at a time, whoever asks. */
export class Metrics {
  readonly process: ProcessMetrics
  readonly #database: DatabaseMetrics
  readonly #registry = new Registry()
  #told: { at: number; text: Promise<string> } | null = null

  constructor(sources: ProcessSources & DatabaseSources) {
    this.process = new ProcessMetrics(this.#registry, sources)
    this.#database = new DatabaseMetrics(this.#registry, sources)
  }

  get contentType() {
    return this.#registry.contentType
  }

  tell(): Promise<string> {
    if (this.#told && performance.now() - this.#told.at < keptMs) return this.#told.text
    const told = { at: Infinity, text: this.#look() }
    this.#told = told
    void told.text.then(
      () => (told.at = performance.now()),
      () => (told.at = -Infinity)
    )
    return told.text
  }

  async #look() {
    await this.#database.look()
    return this.#registry.metrics()
  }
}
