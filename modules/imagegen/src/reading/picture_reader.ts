import { inject } from '@adonisjs/core'
import { PictureSettings } from '../../index.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import { UserTurns } from '#modules/kernel/user_turns'
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

type ReadingProcess = Pick<PictureProcess, 'read' | 'end' | 'isUsable'>

/** A pool of reading processes with a short queue, in which users take turns. */
@inject()
export class PictureReader {
  readonly #settings: PictureSettings
  readonly #idle: IdleProcess[] = []
  readonly #busy = new Set<ReadingProcess>()
  readonly #start: () => ReadingProcess
  readonly #turns: UserTurns

  constructor(settings: PictureSettings, start: () => ReadingProcess = () => new PictureProcess()) {
    this.#settings = settings
    this.#start = start
    this.#turns = new UserTurns({ runningMax: settings.readersMax, queueMax, queueTimeoutMs })
  }

  get size() {
    const { running, waiting } = this.#turns.size
    return { reading: running, waiting }
  }

  /** Returns the picture's widths. Their files are in the job's folder. With `isWidestOnly`, only the widest has a file. */
  async read(job: ReadingJob, ownerId: string): Promise<Result<number[], ReadingRefusal>> {
    if (!(await this.#turns.begin(ownerId))) return fail({ kind: 'busy', retryAfterSeconds })
    try {
      return await this.#run(job)
    } finally {
      this.#turns.end()
    }
  }

  stop() {
    this.#turns.stop()
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
}
