interface Settings {
  /** How many jobs run at once. */
  runningMax: number
  /** How many jobs wait. */
  queueMax: number
  /** A job that waits longer is refused. By default, jobs wait until it is their turn. */
  queueTimeoutMs?: number
}

interface QueuedJob {
  userId: string
  /** Whether the job has begun and lets others go first. It can't be evicted. */
  isPaused: boolean
  settle: (isAdmitted: boolean) => void
}

/**
 * A fair queue: users take turns, whatever the number of their jobs. When the queue is full, a job of a user with fewer queued jobs evicts
 * the last job of the user with the most.
 */
export class UserTurns {
  readonly #queue: QueuedJob[] = []
  /** The number of each queued user's last turn. */
  readonly #lastTurns = new Map<string, number>()
  #turnCount = 0
  #running = 0

  constructor(private readonly settings: Settings) {}

  get size() {
    return { running: this.#running, waiting: this.#queue.length }
  }

  /** Resolves to true when the user's job may run, and to false when it is refused. Call `end` after each admitted job. */
  begin(userId: string): Promise<boolean> | boolean {
    const { runningMax, queueMax, queueTimeoutMs } = this.settings
    if (this.#running < runningMax) {
      this.#running++
      this.#recordTurn(userId)
      return true
    }
    if (this.#queue.length >= queueMax && !this.#evictFor(userId)) return false
    return new Promise((resolve) => {
      const job: QueuedJob = {
        userId,
        isPaused: false,
        settle: (isAdmitted) => {
          clearTimeout(timer)
          resolve(isAdmitted)
        },
      }
      const refuse = () => {
        this.#queue.splice(this.#queue.indexOf(job), 1)
        resolve(false)
      }
      const timer = queueTimeoutMs === undefined ? undefined : setTimeout(refuse, queueTimeoutMs)
      this.#queue.push(job)
    })
  }

  /** Runs `work` when it is the user's turn. Null when the job is refused. */
  async use<Outcome>(userId: string, work: () => Promise<Outcome>): Promise<Outcome | null> {
    if (!(await this.begin(userId))) return null
    try {
      return await work()
    } finally {
      this.end()
    }
  }

  /**
   * Lets waiting jobs of other users go first, between two steps of a long job. Resolves when it is this job's turn again. Does nothing while
   * as many other jobs are paused as run, because paused jobs keep their memory.
   */
  async pass(userId: string) {
    const paused = this.#queue.filter(({ isPaused }) => isPaused).length
    const othersWait = this.#queue.some((job) => !job.isPaused && job.userId !== userId)
    if (!othersWait || paused >= this.settings.runningMax) return
    await new Promise<boolean>((settle) => {
      this.#queue.push({ userId, isPaused: true, settle })
      this.end()
    })
  }

  /** Ends a job, so that the next one may run. */
  end() {
    const next = this.#takeNext()
    if (next) next.settle(true)
    else this.#running--
  }

  /** Refuses all jobs that wait. */
  stop() {
    for (const { settle } of this.#queue.splice(0)) settle(false)
  }

  /** Takes the first queued job of the user whose last turn is the oldest. */
  #takeNext(): QueuedJob | undefined {
    const lastTurn = ({ userId }: QueuedJob) => this.#lastTurns.get(userId) ?? 0
    const next = this.#queue.toSorted((a, b) => lastTurn(a) - lastTurn(b))[0]
    if (!next) return undefined
    this.#queue.splice(this.#queue.indexOf(next), 1)
    this.#recordTurn(next.userId)
    return next
  }

  #recordTurn(userId: string) {
    this.#lastTurns.set(userId, ++this.#turnCount)
    for (const known of this.#lastTurns.keys())
      if (known !== userId && this.#queuedJobsOf(known) === 0) this.#lastTurns.delete(known)
  }

  /** Refuses the last job of the user with the most queued jobs, unless `userId` would then have more. */
  #evictFor(userId: string): boolean {
    const most = Math.max(...this.#queue.map((job) => this.#queuedJobsOf(job.userId)))
    const last = this.#queue.findLast((job) => !job.isPaused && this.#queuedJobsOf(job.userId) === most)
    if (!last || most <= this.#queuedJobsOf(userId) + 1) return false
    this.#queue.splice(this.#queue.indexOf(last), 1)
    last.settle(false)
    return true
  }

  #queuedJobsOf(userId: string): number {
    return this.#queue.filter((job) => job.userId === userId).length
  }
}
