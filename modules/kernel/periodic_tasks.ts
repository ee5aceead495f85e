import type { LoggerService } from '@adonisjs/core/types'
import type { Timers } from '#plugins/contract/timers'

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
  readonly #timers: Timers
  #cancels: (() => void)[] = []
  /** The active runs. `again` if another run has to follow. */
  readonly #running = new Map<PeriodicTask, { run: Promise<void>; again: boolean }>()

  constructor(tasks: readonly PeriodicTask[], logger: Pick<LoggerService, 'warn'>, timers: Timers) {
    this.#tasks = tasks
    this.#logger = logger
    this.#timers = timers
  }

  start() {
    this.#cancels = this.#tasks.map((task) =>
      this.#timers.every(task.everyMs, () => this.#running.has(task) || this.#begin(task))
    )
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
    for (const cancel of this.#cancels) cancel()
    await this.#timers.within(stopDeadlineMs, Promise.all([...this.#running.values()].map(({ run }) => run)))
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
