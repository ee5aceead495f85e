import { setTimeout as sleep } from 'node:timers/promises'
import type { LoggerService } from '@adonisjs/core/types'

/** `stop` waits this long at most. The database rolls back a run that hasn't committed by then. */
const stopDeadlineMs = 3_000

/** A periodic task. Its runs never overlap. An error is logged, and the next run tries again. */
export interface PeriodicTask {
  everyMs: number
  run(signal: AbortSignal): Promise<void>
  /** Completes "could not …" in the log. */
  purpose: string
}

export class PeriodicTaskRunner {
  readonly #tasks: readonly PeriodicTask[]
  readonly #logger: Pick<LoggerService, 'warn'>
  readonly #ending = new AbortController()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #running = new Set<Promise<void>>()

  constructor(tasks: readonly PeriodicTask[], logger: Pick<LoggerService, 'warn'>) {
    this.#tasks = tasks
    this.#logger = logger
  }

  start() {
    for (const task of this.#tasks) {
      let isBusy = false
      const timer = setInterval(() => {
        if (isBusy) return
        isBusy = true
        const run = this.#run(task).finally(() => {
          isBusy = false
          this.#running.delete(run)
        })
        this.#running.add(run)
      }, task.everyMs)
      this.#timers.push(timer.unref())
    }
  }

  /** Aborts the signal and waits for active runs, up to a deadline. */
  async stop() {
    this.#ending.abort()
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.race([Promise.all(this.#running), sleep(stopDeadlineMs, undefined, { ref: false })])
  }

  async #run({ purpose, run }: PeriodicTask) {
    try {
      await run(this.#ending.signal)
    } catch (error) {
      this.#logger.warn({ err: error }, `could not ${purpose}; the next run tries again`)
    }
  }
}
