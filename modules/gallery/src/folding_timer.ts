import type { Logger } from '@adonisjs/core/logger'
import type { FoldIncrements } from './actions/fold_increments.ts'

/** Folds every few seconds while the server runs. One run at a time; a run that fails is tried again at the next tick. */
export class FoldingTimer {
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null

  constructor(
    private readonly foldIncrements: FoldIncrements,
    private readonly logger: Logger,
    private readonly intervalMs: number
  ) {}

  start() {
    this.#timer = setInterval(() => {
      this.#running ??= this.#fold().finally(() => (this.#running = null))
    }, this.intervalMs).unref()
  }

  /** Resolves when the run under way, if there is one, has ended. */
  async stop() {
    if (this.#timer) clearInterval(this.#timer)
    await this.#running
  }

  async #fold() {
    try {
      await this.foldIncrements.run()
    } catch (error) {
      this.logger.warn({ err: error }, 'the counters could not be folded, trying again')
    }
  }
}
