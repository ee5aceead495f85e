import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { Jobs, type JobSettings } from './index.ts'
import { DatabaseJobs } from './src/database_jobs.ts'
import { JobWorker } from './src/job_worker.ts'
import { purgeJobs } from './src/purge_jobs.ts'

const purgeEveryMs = 3_600_000

export default class JobsProvider {
  #tasks?: PeriodicTaskRunner

  constructor(private readonly app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(DatabaseJobs, async (resolver) => new DatabaseJobs(await resolver.make(Database)))
    container.singleton(Jobs, (resolver) => resolver.make(DatabaseJobs))
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [db, timers, logger] = [
      await container.make(Database),
      await container.make(Timers),
      await container.make('logger'),
    ]
    const settings: JobSettings = { pollMs: 2_000, leaseMs: 15_000, renewMs: 3_000 }
    const jobs = await container.make(DatabaseJobs)
    const worker = new JobWorker({ db, jobs, settings, timers, logger })
    const starting = { purpose: 'start jobs', everyMs: settings.pollMs, run: () => worker.startDue() }
    const tasks = new PeriodicTaskRunner(
      [starting, { purpose: 'purge finished jobs', everyMs: purgeEveryMs, run: () => purgeJobs(db) }],
      logger,
      timers
    )
    this.#tasks = tasks
    tasks.start()
    // Jobs of other processes, and those whose pause is over, are found by polling.
    jobs.onDue = () => tasks.runNow(starting)
    // Stops jobs before other modules shut down, because jobs use them.
    this.app.terminating(() => worker.stop())
  }

  async shutdown() {
    await this.#tasks?.stop()
  }
}
