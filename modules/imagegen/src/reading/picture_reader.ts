import type { PictureSettings } from '../../index.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { ReadingJob, ReadingRefusal } from './job.ts'
import { PictureProcess } from './picture_process.ts'

const waitingMax = 8
/** Who has waited so long is told to come back. */
const patienceMs = 30_000
const retryAfterSeconds = 5
/** A process that has had nothing to do for so long is ended. */
const idleMs = 20_000

interface Rested {
  process: PictureProcess
  timer: NodeJS.Timeout
}

/** Reads pictures in processes of their own, a few at once, the others in a short queue. */
export class PictureReader {
  readonly #settings: Pick<PictureSettings, 'readersMax' | 'readTimeoutMs'>
  readonly #resting: Rested[] = []
  readonly #working = new Set<PictureProcess>()
  readonly #waiting: ((isMyTurn: boolean) => void)[] = []
  #turns = 0

  constructor(settings: Pick<PictureSettings, 'readersMax' | 'readTimeoutMs'>) {
    this.#settings = settings
  }

  get size() {
    return { reading: this.#turns, waiting: this.#waiting.length }
  }

  /** Gives the widths that were written into the job's folder. */
  async read(job: ReadingJob): Promise<Result<number[], ReadingRefusal>> {
    if (!(await this.#turn())) return fail({ kind: 'busy', retryAfterSeconds })
    try {
      return await this.#read(job)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(true)
      else this.#turns--
    }
  }

  stop() {
    for (const leave of this.#waiting.splice(0)) leave(false)
    for (const { process, timer } of this.#resting.splice(0)) {
      clearTimeout(timer)
      process.end()
    }
    for (const process of this.#working) process.end()
  }

  async #read(job: ReadingJob): Promise<Result<number[], ReadingRefusal>> {
    const process = this.#wake()
    this.#working.add(process)
    const end = await process.read(job, this.#settings.readTimeoutMs).finally(() => this.#working.delete(process))
    if (process.isUsable) this.#rest(process)
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

  #wake(): PictureProcess {
    for (let rested = this.#resting.pop(); rested; rested = this.#resting.pop()) {
      clearTimeout(rested.timer)
      if (rested.process.isUsable) return rested.process
    }
    return new PictureProcess()
  }

  #rest(process: PictureProcess) {
    const timer = setTimeout(() => {
      this.#resting.splice(
        this.#resting.findIndex((rested) => rested.process === process),
        1
      )
      process.end()
    }, idleMs)
    this.#resting.push({ process, timer: timer.unref() })
  }

  #turn(): Promise<boolean> | boolean {
    if (this.#turns < this.#settings.readersMax) {
      this.#turns++
      return true
    }
    if (this.#waiting.length >= waitingMax) return false
    return new Promise((resolve) => {
      const decide = (isMyTurn: boolean) => {
        clearTimeout(timer)
        resolve(isMyTurn)
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(decide), 1)
        resolve(false)
      }, patienceMs)
      this.#waiting.push(decide)
    })
  }
}
