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
  /** The active runs. `again` if another run has to follow. */
  readonly #running = new Map<PeriodicTask, { run: Promise<void>; again: boolean }>()

  constructor(tasks: readonly PeriodicTask[], logger: Pick<LoggerService, 'warn'>) {
    this.#tasks = tasks
    this.#logger = logger
  }

  start() {
    for (const task of this.#tasks)
      this.#timers.push(setInterval(() => this.#running.has(task) || this.#begin(task), task.everyMs).unref())
  }

  /** Runs a task now, or once more after its active run, which may have missed the newest work. */
  runNow(task: PeriodicTask) {
    if (this.#ending.signal.aborted) return
    const running = this.#running.get(task)
    if (running) running.again = true
    else this.#begin(task)
  }

  /** Aborts the signal and waits for active runs, up to a deadline. */
  async stop() {
    this.#ending.abort()
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.race([
      Promise.all([...this.#running.values()].map(({ run }) => run)),
      sleep(stopDeadlineMs, undefined, { ref: false }),
    ])
  }

  #begin(task: PeriodicTask) {
    const run = this.#run(task).finally(() => {
      const { again } = this.#running.get(task)!
      this.#running.delete(task)
      if (again) this.runNow(task)
    })
    this.#running.set(task, { run, again: false })
  }

  async #run({ purpose, run }: PeriodicTask) {
    try {
      await run(this.#ending.signal)
    } catch (error) {
      this.#logger.warn({ err: error }, `could not ${purpose}; the next run tries again`)
    }
  }
}
