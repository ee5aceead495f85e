import type { LoggerService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { Timers } from '#plugins/contract/timers'
import { JobInterrupted, type JobSettings, type JobState } from '../index.ts'
import type { DatabaseJobs } from './database_jobs.ts'
import { JobRow } from './tables/job_row.ts'

/** The maximum number of runs without progress, each after a longer pause. A run that crashes its process counts, too. */
const attemptsMax = 5
/** `stop` waits this long at most. Another process takes over jobs that haven't ended by then. */
const stopDeadlineMs = 3_000

/** Returns the pause after an attempt: 5 seconds after the first, then four times as long each time. */
export const pauseSeconds = (attempts: number) => 5 * 4 ** (attempts - 1)

type Claimed = Attributes<JobRow>

interface Parts {
  db: Database
  jobs: DatabaseJobs
  settings: JobSettings
  timers: Timers
  logger: Pick<LoggerService, 'info' | 'warn' | 'error'>
}

/** Runs due jobs in this process. A row lock, a lease and a fencing token give each job to one process. */
export class JobWorker {
  readonly #running = new Set<{ kind: string; run: Promise<void>; ending: AbortController }>()
  #isStopping = false

  constructor(private readonly parts: Parts) {}

  /** Starts due jobs of each kind that has room here, and doesn't wait for them. */
  async startDue() {
    while (!this.#isStopping) {
      const free = this.parts.jobs.kinds.filter((kind) => this.#runningOf(kind) < this.parts.jobs.atOnce(kind))
      if (free.length === 0) return
      const job = await this.#claim(free)
      if (!job) return
      if (job.cancelRequestedAt) await this.#finish(job, 'canceled')
      else if (job.attempts > attemptsMax) await this.#giveUp(job)
      else this.#start(job)
    }
  }

  /** Resolves when no job runs here. */
  async idle() {
    while (this.#running.size > 0) await Promise.all([...this.#running].map(({ run }) => run))
  }

  #runningOf(kind: string): number {
    return [...this.#running].filter((job) => job.kind === kind).length
  }

  /** Interrupts the jobs of this process. Another process continues them at once. */
  async stop() {
    this.#isStopping = true
    for (const { ending } of this.#running) ending.abort(new JobInterrupted('stopping'))
    await this.parts.timers.within(stopDeadlineMs, this.idle())
  }

  async #claim(kinds: readonly string[]): Promise<Claimed | null> {
    const { rows } = await this.parts.db.rawQuery<{ rows: Claimed[] }>(
      `UPDATE jobs SET state = 'running', claim = claim + 1, attempts = attempts + 1, began_at = clock_timestamp(),
         due_at = now() + make_interval(secs => ?::float8)
       WHERE id = (
         SELECT id FROM jobs WHERE finished_at IS NULL AND due_at <= now() AND kind = ANY (?::text[]) AND NOT EXISTS (
           SELECT FROM jobs other WHERE other.owner_id = jobs.owner_id AND other.kind = jobs.kind AND other.id <> jobs.id
             AND other.state = 'running' AND other.due_at > now()
         )
         ORDER BY (
           SELECT max(other.began_at) FROM jobs other WHERE other.owner_id = jobs.owner_id AND other.kind = jobs.kind
         ) NULLS FIRST, due_at LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       RETURNING ${attributesOf(JobRow)}`,
      [this.#leaseSeconds, kinds as string[]]
    )
    return rows[0] ?? null
  }

  #start(job: Claimed) {
    const ending = new AbortController()
    const running = { kind: job.kind, run: Promise.resolve(), ending }
    const run = this.#run(job, ending)
      .catch((error) =>
        this.parts.logger.warn(
          { err: error, job: job.id },
          'could not record the end of a job; it runs again after its lease'
        )
      )
      .finally(() => {
        this.#running.delete(running)
        if (!this.#isStopping) this.parts.jobs.onDue()
      })
    running.run = run
    this.#running.add(running)
    if (this.#isStopping) ending.abort(new JobInterrupted('stopping'))
  }

  async #run(job: Claimed, ending: AbortController) {
    const { jobs, settings, timers, logger } = this.parts
    const { id, kind, attempts } = job
    let leasedUntil = timers.monotonicMs() + settings.leaseMs
    const renew = async () => {
      const sentAt = timers.monotonicMs()
      const isCanceled = await this.#renew(job).catch(() => undefined)
      if (isCanceled === undefined && timers.monotonicMs() < leasedUntil) return
      if (typeof isCanceled === 'boolean') leasedUntil = sentAt + settings.leaseMs
      if (isCanceled) ending.abort(new JobInterrupted('canceled'))
      else if (isCanceled !== false) ending.abort(new JobInterrupted('lost'))
    }
    const cancelRenewals = timers.every(settings.renewMs, renew)
    try {
      await jobs.handlerOf(kind)({
        id,
        ownerId: job.ownerId!,
        payload: job.payload,
        progress: job.progress,
        signal: ending.signal,
        save: (progress, trx) => this.#save(job, progress, trx),
      })
      await this.#finish(job, 'done')
    } catch (error) {
      const because = interruption(error) ?? interruption(ending.signal.reason)
      if (because === 'lost') logger.warn({ job: id, kind }, 'a job was taken over by another process')
      else if (because === 'canceled') await this.#finish(job, 'canceled')
      else if (because === 'stopping') await this.#release(job, { seconds: 0, attempts: attempts - 1 })
      else await this.#retry(job, error)
    } finally {
      cancelRenewals()
    }
  }

  /** Renews the lease. Returns whether the job is canceled, or null if it no longer belongs to this run. */
  async #renew({ id, claim }: Claimed): Promise<boolean | null> {
    const { rows } = await this.parts.db.rawQuery(
      `UPDATE jobs SET due_at = now() + make_interval(secs => ?::float8)
       WHERE id = ?::uuid AND claim = ?::int AND state = 'running'
       RETURNING cancel_requested_at IS NOT NULL AS is_canceled`,
      [this.#leaseSeconds, id, claim]
    )
    return rows[0]?.is_canceled ?? null
  }

  async #save(job: Claimed, progress: unknown, trx?: TransactionClientContract) {
    const { rows } = await (trx ?? this.parts.db).rawQuery(
      `UPDATE jobs SET progress = ?::jsonb, attempts = 1
       WHERE id = ?::uuid AND claim = ?::int AND finished_at IS NULL RETURNING id`,
      [JSON.stringify(progress), job.id, job.claim]
    )
    if (rows.length === 0) throw new JobInterrupted('lost')
    job.attempts = 1
  }

  async #retry(job: Claimed, error: unknown) {
    const { id, kind, attempts } = job
    if (attempts >= attemptsMax) return this.#giveUp(job, error)
    this.parts.logger.warn({ err: error, job: id, kind, attempts }, 'a job failed; it will be tried again')
    await this.#release(job, { seconds: pauseSeconds(attempts), attempts })
  }

  async #giveUp(job: Claimed, error?: unknown) {
    this.parts.logger.error({ err: error, job: job.id, kind: job.kind }, 'a job failed for good')
    await this.#finish(job, 'failed')
  }

  async #release({ id, claim }: Claimed, next: { seconds: number; attempts: number }) {
    await this.parts.db.rawQuery(
      `UPDATE jobs SET state = 'waiting', due_at = now() + make_interval(secs => ?::float8), attempts = ?::int
       WHERE id = ?::uuid AND claim = ?::int AND finished_at IS NULL`,
      [next.seconds, next.attempts, id, claim]
    )
  }

  async #finish({ id, claim }: Claimed, state: JobState) {
    await this.parts.db.rawQuery(
      'UPDATE jobs SET state = ?, finished_at = now() WHERE id = ?::uuid AND claim = ?::int AND finished_at IS NULL',
      [state, id, claim]
    )
  }

  get #leaseSeconds() {
    return this.parts.settings.leaseMs / 1_000
  }
}

const interruption = (error: unknown) => (error instanceof JobInterrupted ? error.because : null)
