import { inject } from '@adonisjs/core'
import { BackgroundPool, BackgroundProcess, scriptBeside } from '#modules/kernel/background/background_process'
import { fail, type Result } from '#modules/kernel/result'
import { UserTurns } from '#modules/kernel/user_turns'
import { PictureSettings } from '../../index.ts'
import type { ReadingJob, ReadingRefusal } from './job.ts'

export const queueMax = 8
/** A job that waits longer is refused as busy. */
const queueTimeoutMs = 30_000
const retryAfterSeconds = 5

const script = scriptBeside(import.meta.url, 'picture_reader_process')
const limits = { startTimeoutMs: 60_000, memoryMb: 64, failure: 'A picture could not be read' }

type PictureProcess = BackgroundProcess<ReadingJob, Result<number[], ReadingRefusal>>

/** Reads pictures in child processes, which isolate the server from hostile bytes. Has a short queue, in which users take turns. */
@inject()
export class PictureReader {
  readonly #processes: BackgroundPool<ReadingJob, Result<number[], ReadingRefusal>>
  readonly #turns: UserTurns

  constructor(
    { readersMax, readTimeoutMs }: PictureSettings,
    start: () => PictureProcess = () => new BackgroundProcess(script, { ...limits, timeoutMs: readTimeoutMs })
  ) {
    this.#processes = new BackgroundPool(start, { idleMax: readersMax })
    this.#turns = new UserTurns({ runningMax: readersMax, queueMax, queueTimeoutMs })
  }

  get size() {
    const { running, waiting } = this.#turns.size
    return { reading: running, waiting }
  }

  /** Returns the picture's widths. Their files are in the job's folder. With `isWidestOnly`, only the widest has a file. */
  async read(job: ReadingJob, ownerId: string): Promise<Result<number[], ReadingRefusal>> {
    const read = await this.#turns.use(ownerId, () => this.#read(job))
    return read ?? fail({ kind: 'busy', retryAfterSeconds })
  }

  stop() {
    this.#turns.stop()
    this.#processes.stop()
  }

  async #read(job: ReadingJob): Promise<Result<number[], ReadingRefusal>> {
    const { results, end } = await this.#processes.run(job)
    if (end === 'done') return results[0]!
    return fail({ kind: end === 'gone' ? 'unreadable' : 'too_heavy' })
  }
}
