import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Timers } from '#plugins/contract/timers'

/** `stop` waits this long at most. The database rolls back a run that hasn't committed by then. */
const stopDeadlineMs = 3_000

/** A periodic task. Its runs never overlap. An error is logged, and the next run tries again. */
export interface PeriodicTask {
  everyMs: number
  run(signal: AbortSignal): Promise<unknown>
  /** Completes "could not …" in the log. */
  purpose: string
}

/** Runs the periodic tasks of all modules in this process. */
@inject()
export class PeriodicTasks {
  readonly #ending = new AbortController()
  readonly #cancels: (() => void)[] = []
  /** The active runs. `again` if another run has to follow. */
  readonly #running = new Map<PeriodicTask, { run: Promise<void>; again: boolean }>()

  constructor(
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {}

  start(...tasks: readonly PeriodicTask[]) {
    for (const task of tasks)
      this.#cancels.push(this.timers.every(task.everyMs, () => this.#running.has(task) || this.#begin(task)))
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
    await this.timers.within(stopDeadlineMs, Promise.all([...this.#running.values()].map(({ run }) => run)))
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
      this.logger.warn({ err: error }, `could not ${purpose}; the next run tries again`)
    }
  }
}
