import type { PictureSettings } from '../../index.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { ReadingJob, ReadingRefusal } from './job.ts'
import { PictureProcess } from './picture_process.ts'

export const waitingMax = 8
/** A picture that has waited so long is refused as busy. */
const patienceMs = 30_000
const retryAfterSeconds = 5
/** A process that has had nothing to do for so long is ended. */
const idleMs = 20_000

interface Rested {
  process: ReadingProcess
  timer: NodeJS.Timeout
}

interface Waiting {
  ownerId: string
  decide: (isItsTurn: boolean) => void
}

type ReadingProcess = Pick<PictureProcess, 'read' | 'end' | 'isUsable'>

/**
 * Reads pictures in processes of their own, a few at once, the others in a short queue. Users take turns, whoever came first. When the
 * queue is full, a user with fewer pictures in it takes the last place of the user with the most.
 */
export class PictureReader {
  readonly #settings: Pick<PictureSettings, 'readersMax' | 'readTimeoutMs'>
  readonly #resting: Rested[] = []
  readonly #working = new Set<ReadingProcess>()
  readonly #start: () => ReadingProcess
  readonly #waiting: Waiting[] = []
  /** When each user with a picture in the queue had a turn, counted in turns. */
  readonly #lastTurns = new Map<string, number>()
  #turnsTaken = 0
  #turns = 0

  constructor(
    settings: Pick<PictureSettings, 'readersMax' | 'readTimeoutMs'>,
    start: () => ReadingProcess = () => new PictureProcess()
  ) {
    this.#settings = settings
    this.#start = start
  }

  get size() {
    return { reading: this.#turns, waiting: this.#waiting.length }
  }

  /** Gives the widths that were written into the job's folder. */
  async read(job: ReadingJob, ownerId: string): Promise<Result<number[], ReadingRefusal>> {
    if (!(await this.#turn(ownerId))) return fail({ kind: 'busy', retryAfterSeconds })
    try {
      return await this.#read(job)
    } finally {
      const next = this.#takeNext()
      if (next) next.decide(true)
      else this.#turns--
    }
  }

  stop() {
    for (const { decide } of this.#waiting.splice(0)) decide(false)
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

  #wake(): ReadingProcess {
    for (let rested = this.#resting.pop(); rested; rested = this.#resting.pop()) {
      clearTimeout(rested.timer)
      if (rested.process.isUsable) return rested.process
    }
    return this.#start()
  }

  #rest(process: ReadingProcess) {
    const timer = setTimeout(() => {
      this.#resting.splice(
        this.#resting.findIndex((rested) => rested.process === process),
        1
      )
      process.end()
    }, idleMs)
    this.#resting.push({ process, timer: timer.unref() })
  }

  #turn(ownerId: string): Promise<boolean> | boolean {
    if (this.#turns < this.#settings.readersMax) {
      this.#turns++
      this.#noteTurn(ownerId)
      return true
    }
    if (this.#waiting.length >= waitingMax && !this.#makeRoomFor(ownerId)) return false
    return new Promise((resolve) => {
      const waiting: Waiting = {
        ownerId,
        decide: (isItsTurn) => {
          clearTimeout(timer)
          resolve(isItsTurn)
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        resolve(false)
      }, patienceMs)
      this.#waiting.push(waiting)
    })
  }

  /** The picture of the user whose last turn is longest ago; among these the first that came. */
  #takeNext(): Waiting | undefined {
    const lastTurn = ({ ownerId }: Waiting) => this.#lastTurns.get(ownerId) ?? 0
    const next = this.#waiting.toSorted((one, other) => lastTurn(one) - lastTurn(other))[0]
    if (!next) return undefined
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#noteTurn(next.ownerId)
    return next
  }

  #noteTurn(ownerId: string) {
    this.#lastTurns.set(ownerId, ++this.#turnsTaken)
    for (const known of this.#lastTurns.keys())
      if (known !== ownerId && this.#waitingOf(known) === 0) this.#lastTurns.delete(known)
  }

  /** Refuses the last picture of the user with the most, unless this user would then have more. */
  #makeRoomFor(ownerId: string): boolean {
    const last = this.#waiting.findLast(
      (one) =>
        this.#waitingOf(one.ownerId) === Math.max(...this.#waiting.map((other) => this.#waitingOf(other.ownerId)))
    )
    if (!last || this.#waitingOf(last.ownerId) <= this.#waitingOf(ownerId) + 1) return false
    this.#waiting.splice(this.#waiting.indexOf(last), 1)
    last.decide(false)
    return true
  }

  #waitingOf(ownerId: string): number {
    return this.#waiting.filter((waiting) => waiting.ownerId === ownerId).length
  }
}
