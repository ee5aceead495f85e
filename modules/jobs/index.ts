/** The public interface of background jobs for other modules. */
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'canceled'

export interface JobStatus {
  id: string
  state: JobState
  /** A running job ends within seconds of being canceled. */
  isCanceling: boolean
  createdAt: Date
  finishedAt: Date | null
  /** The progress that the job's runs saved last. Null at first. */
  progress: unknown
}

/** A run of a job. After a crash or an error, the next run continues with what this one saved. */
export interface JobRun<Payload, Progress> {
  id: string
  /** The user who takes a turn with the job. */
  ownerId: string
  payload: Payload
  /** The progress that an earlier run saved last. Null at first. */
  progress: Progress | null
  /**
   * Aborts when the job is canceled, when this process stops, or when another process may have taken over the job. The run must then throw
   * the signal's reason.
   */
  signal: AbortSignal
  /**
   * Saves the progress, in the caller's transaction if there is one, so that it commits together with the work. Throws JobInterrupted if
   * another process took over the job. Saving resets the count of attempts.
   */
  save(progress: Progress, trx?: TransactionClientContract): Promise<void>
}

export interface JobOrder {
  id?: string
  kind: string
  /** The user who takes a turn with the job. */
  ownerId: string
  /** Ids and options, never texts of users. */
  payload: object
  /** The job starts this much later. By default at once. */
  delayMs?: number
}

export type RunJob<Payload, Progress> = (run: JobRun<Payload, Progress>) => Promise<void>

/** Why a run must end. */
export class JobInterrupted extends Error {
  constructor(readonly because: 'canceled' | 'stopping' | 'lost') {
    super(`The job was interrupted: ${because}.`)
  }
}

/**
 * Durable background jobs. A job starts within seconds of its commit, in any process, and runs until it ends normally, at least once. A
 * process runs a few jobs of a kind at a time. Users take turns: a user has one running job of a kind in all processes, and the next job is
 * that of the user whose last one began first.
 */
export abstract class Jobs {
  /**
   * Registers the handler for jobs of a kind, at boot. A normal return completes the job. After an error, the job is retried with pauses.
   * A process runs `atOnce` jobs of the kind at a time, by default one.
   */
  abstract define<Payload, Progress>(kind: string, run: RunJob<Payload, Progress>, options?: { atOnce?: number }): void
  /** Queues a job in the caller's transaction. */
  abstract enqueue(order: JobOrder, trx: TransactionClientContract): Promise<{ id: string }>
  /** Queues many jobs in one statement. */
  abstract enqueueMany(orders: readonly JobOrder[], trx: TransactionClientContract): Promise<void>
  /** Cancels a waiting job, or asks the process of a running job to end it. Returns false if the job has ended already. */
  abstract cancel(id: string, client: QueryClientContract | TransactionClientContract): Promise<boolean>
  /** Returns the statuses by id. Jobs that ended more than 30 days ago are missing. */
  abstract statuses(ids: readonly string[], client?: TransactionClientContract): Promise<Map<string, JobStatus>>
  /** Counts jobs, for metrics and the operator. `failed` covers the last 30 days. */
  abstract counts(client?: TransactionClientContract): Promise<{ waiting: number; running: number; failed: number }>
  /** Returns when the job that has waited longest was due. Null if none is due. */
  abstract oldestDueAt(): Promise<Date | null>
}

export interface JobSettings {
  pollMs: number
  /** Another process takes over a job when its process hasn't renewed the lease for this long. */
  leaseMs: number
  renewMs: number
}
