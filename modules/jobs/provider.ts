import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { Jobs, type JobSettings } from './index.ts'
import { DatabaseJobs } from './src/database_jobs.ts'
import { JobWorker } from './src/job_worker.ts'
import { purgeJobs } from './src/purge_jobs.ts'

const purgeEveryMs = 3_600_000
const settings: JobSettings = { pollMs: 2_000, leaseMs: 15_000, renewMs: 3_000 }

export default class JobsProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    bindSingletons(this.app, [DatabaseJobs])
    bindPort(this.app, Jobs, DatabaseJobs)
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [db, jobs] = [await container.make(Database), await container.make(DatabaseJobs)]
    const [timers, logger] = [await container.make(Timers), await container.make('logger')]
    const worker = new JobWorker({ db, jobs, settings, timers, logger })
    const starting = { purpose: 'start jobs', everyMs: settings.pollMs, run: () => worker.startDue() }
    const tasks = await container.make(PeriodicTasks)
    const purge = (signal: AbortSignal) => purgeJobs(db, timers, signal)
    tasks.start(starting, { purpose: 'purge finished jobs', everyMs: purgeEveryMs, run: purge })
    // Jobs of other processes, and those whose pause is over, are found by polling.
    jobs.onDue = () => tasks.runNow(starting)
    // Stops jobs before other modules shut down, because jobs use them.
    this.app.terminating(() => worker.stop())
  }
}
