import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { afterCommit } from '#modules/kernel/sql'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { Jobs, type JobOrder, type JobStatus, type RunJob } from '../index.ts'
import { JobRow } from './tables/job_row.ts'

@inject()
export class DatabaseJobs extends Jobs {
  readonly #kinds = new Map<string, { run: RunJob<unknown, unknown>; atOnce: number }>()
  /** Called when this process has queued a job, and when one of its jobs has ended. */
  onDue = () => {}

  constructor(private readonly db: Database) {
    super()
  }

  define<Payload, Progress>(kind: string, run: RunJob<Payload, Progress>, { atOnce = 1 }: { atOnce?: number } = {}) {
    this.#kinds.set(kind, { run: run as RunJob<unknown, unknown>, atOnce })
  }

  /** The kinds that this version can run. */
  get kinds(): readonly string[] {
    return [...this.#kinds.keys()]
  }

  handlerOf(kind: string): RunJob<unknown, unknown> {
    return this.#kinds.get(kind)!.run
  }

  atOnce(kind: string): number {
    return this.#kinds.get(kind)!.atOnce
  }

  async enqueue({ id = newId(), ...order }: JobOrder, trx: TransactionClientContract) {
    await this.enqueueMany([{ id, ...order }], trx)
    return { id }
  }

  async enqueueMany(orders: readonly JobOrder[], trx: TransactionClientContract) {
    if (orders.length === 0) return
    await trx.rawQuery(
      `INSERT INTO jobs (id, kind, owner_id, payload, due_at)
       SELECT id, kind, owner_id, payload, now() + make_interval(secs => delay)
       FROM unnest(?::uuid[], ?::text[], ?::uuid[], ?::jsonb[], ?::float8[]) AS given (id, kind, owner_id, payload, delay)`,
      [
        orders.map(({ id }) => id ?? newId()),
        orders.map(({ kind }) => kind),
        orders.map(({ ownerId }) => ownerId),
        orders.map(({ payload }) => JSON.stringify(payload)),
        orders.map(({ delayMs = 0 }) => delayMs / 1_000),
      ] as never
    )
    afterCommit(trx, () => this.onDue())
  }

  /** Cancels a waiting job immediately. The process of a running job reads the request when it renews the lease. */
  async cancel(id: string, client: QueryClientContract | TransactionClientContract) {
    const { rows } = await client.rawQuery(
      `UPDATE jobs SET
         cancel_requested_at = coalesce(cancel_requested_at, now()),
         state = CASE state WHEN 'waiting' THEN 'canceled' ELSE state END,
         finished_at = CASE state WHEN 'waiting' THEN now() END
       WHERE id = ?::uuid AND finished_at IS NULL
       RETURNING id`,
      [id]
    )
    return rows.length > 0
  }

  async statuses(ids: readonly string[], client: Pick<TransactionClientContract, 'rawQuery'> = this.db) {
    const { rows } = await client.rawQuery<{ rows: Attributes<JobRow>[] }>(
      `SELECT ${attributesOf(JobRow)} FROM jobs WHERE id = ANY (?::uuid[])`,
      [ids as string[]]
    )
    return new Map<string, JobStatus>(
      rows.map(({ id, state, cancelRequestedAt, createdAt, finishedAt, progress }) => {
        const isCanceling = finishedAt === null && cancelRequestedAt !== null
        return [id, { id, state, isCanceling, createdAt, finishedAt, progress }]
      })
    )
  }

  async counts(client?: TransactionClientContract) {
    const { rows } = await (client ?? this.db).rawQuery(
      `SELECT
         count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
         count(*) FILTER (WHERE state = 'running')::int AS running,
         count(*) FILTER (WHERE state = 'failed')::int AS failed
       FROM jobs`
    )
    return rows[0]
  }

  async oldestDueAt() {
    const { rows } = await this.db.rawQuery<{ rows: [{ due_at: Date | null }] }>(
      "SELECT min(due_at) AS due_at FROM jobs WHERE state = 'waiting' AND due_at <= now()"
    )
    return rows[0].due_at
  }
}
