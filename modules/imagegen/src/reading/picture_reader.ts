import type { PictureSettings } from '../../index.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { ReadingJob, ReadingRefusal } from './job.ts'
import { PictureProcess } from './picture_process.ts'

export const queueMax = 8
/** A job that waits longer is refused as busy. */
const queueTimeoutMs = 30_000
const retryAfterSeconds = 5
/** An idle process is killed after this time. */
const idleMs = 20_000

interface IdleProcess {
  process: ReadingProcess
  timer: NodeJS.Timeout
}

interface QueuedJob {
  ownerId: string
  settle: (isAdmitted: boolean) => void
}

type ReadingProcess = Pick<PictureProcess, 'read' | 'end' | 'isUsable'>

/**
 * A pool of reading processes with a short, fair queue: users take turns. When the queue is full, a job of a user with fewer queued jobs
 * evicts the last job of the user with the most.
 */
export class PictureReader {
  readonly #settings: Pick<PictureSettings, 'readersMax' | 'readTimeoutMs'>
  readonly #idle: IdleProcess[] = []
  readonly #busy = new Set<ReadingProcess>()
  readonly #start: () => ReadingProcess
  readonly #queue: QueuedJob[] = []
  /** The number of each queued user's last turn. */
  readonly #lastTurns = new Map<string, number>()
  #turnCount = 0
  #running = 0

  constructor(
    settings: Pick<PictureSettings, 'readersMax' | 'readTimeoutMs'>,
    start: () => ReadingProcess = () => new PictureProcess()
  ) {
    this.#settings = settings
    this.#start = start
  }

  get size() {
    return { reading: this.#running, waiting: this.#queue.length }
  }

  /** Returns the picture's widths. Their files are in the job's folder. With `isWidestOnly`, only the widest has a file. */
  async read(job: ReadingJob, ownerId: string): Promise<Result<number[], ReadingRefusal>> {
    if (!(await this.#admit(ownerId))) return fail({ kind: 'busy', retryAfterSeconds })
    try {
      return await this.#run(job)
    } finally {
      const next = this.#takeNext()
      if (next) next.settle(true)
      else this.#running--
    }
  }

  stop() {
    for (const { settle } of this.#queue.splice(0)) settle(false)
    for (const { process, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      process.end()
    }
    for (const process of this.#busy) process.end()
  }

  async #run(job: ReadingJob): Promise<Result<number[], ReadingRefusal>> {
    const process = this.#getProcess()
    this.#busy.add(process)
    const end = await process.read(job, this.#settings.readTimeoutMs).finally(() => this.#busy.delete(process))
    if (process.isUsable) this.#addIdle(process)
    switch (end.kind) {
      case 'read':
        return ok(end.widths)
      case 'refused':
        return fail(end.refusal)
      case 'too_slow':
        return fail({ kind: 'too_heavy' })
      case 'gone':
        return fail({ kind: 'unreadable' })
      case 'failed':
        throw new Error(`A picture could not be read: ${end.message}`)
    }
  }

  #getProcess(): ReadingProcess {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer)
      if (idle.process.isUsable) return idle.process
    }
    return this.#start()
  }

  #addIdle(process: ReadingProcess) {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.process === process),
        1
      )
      process.end()
    }, idleMs)
    this.#idle.push({ process, timer: timer.unref() })
  }

  /** Resolves to true when the job may run, and to false when it is refused. */
  #admit(ownerId: string): Promise<boolean> | boolean {
    if (this.#running < this.#settings.readersMax) {
      this.#running++
      this.#recordTurn(ownerId)
      return true
    }
    if (this.#queue.length >= queueMax && !this.#evictFor(ownerId)) return false
    return new Promise((resolve) => {
      const job: QueuedJob = {
        ownerId,
        settle: (isAdmitted) => {
          clearTimeout(timer)
          resolve(isAdmitted)
        },
      }
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(job), 1)
        resolve(false)
      }, queueTimeoutMs)
      this.#queue.push(job)
    })
  }

  /** Takes the first queued job of the user whose last turn is the oldest. */
  #takeNext(): QueuedJob | undefined {
    const lastTurn = ({ ownerId }: QueuedJob) => this.#lastTurns.get(ownerId) ?? 0
    const next = this.#queue.toSorted((a, b) => lastTurn(a) - lastTurn(b))[0]
    if (!next) return undefined
    this.#queue.splice(this.#queue.indexOf(next), 1)
    this.#recordTurn(next.ownerId)
    return next
  }

  #recordTurn(ownerId: string) {
    this.#lastTurns.set(ownerId, ++this.#turnCount)
    for (const known of this.#lastTurns.keys())
      if (known !== ownerId && this.#queuedJobsOf(known) === 0) this.#lastTurns.delete(known)
  }

  /** Refuses the last job of the user with the most queued jobs, unless `ownerId` would then have more. */
  #evictFor(ownerId: string): boolean {
    const most = Math.max(...this.#queue.map((job) => this.#queuedJobsOf(job.ownerId)))
    const last = this.#queue.findLast((job) => this.#queuedJobsOf(job.ownerId) === most)
    if (!last || most <= this.#queuedJobsOf(ownerId) + 1) return false
    this.#queue.splice(this.#queue.indexOf(last), 1)
    last.settle(false)
    return true
  }

  #queuedJobsOf(ownerId: string): number {
    return this.#queue.filter((job) => job.ownerId === ownerId).length
  }
}
