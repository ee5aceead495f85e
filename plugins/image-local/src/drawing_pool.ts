import { Tinypool } from 'tinypool'
import { ProviderError } from '../../contract/errors.ts'
import type { DrawnImage } from '../../contract/image.ts'
import type { DrawingAnswer, DrawingJob } from './drawing_process.ts'

const waitingMax = 24
/** The pause that `rate_limited` asks for, about the time of a few pictures. */
const retryAfterMs = 5_000
/** How long an unused process is kept. */
const idleMs = 20_000

/** The path of the process's file, which is compiled if this file is. */
const filename = new URL(`./drawing_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href

/** A child process that draws one picture at a time, and its queue. The process starts with the first picture. */
export class DrawingPool {
  #pool: Tinypool | null = null
  #pending = 0
  #idle: NodeJS.Timeout | undefined

  /** Throws `rate_limited` when the queue is full, and `cut_off` as soon as the signal fires. */
  async draw(job: DrawingJob, signal: AbortSignal): Promise<DrawnImage> {
    signal.throwIfAborted()
    // Tinypool's own `maxQueue` isn't used, because it leaves an abort listener behind that throws later.
    if (this.#pending > waitingMax)
      throw new ProviderError('rate_limited', 'Too many pictures are waiting to be drawn.', { retryAfterMs })
    clearTimeout(this.#idle)
    this.#pending++
    try {
      const answer = (await (this.#pool ??= this.#open()).run(job, { signal })) as DrawingAnswer
      if ('failure' in answer)
        throw new ProviderError('unavailable', `The picture could not be drawn: ${answer.failure}`)
      return { ...answer, type: 'image/webp' }
    } catch (error) {
      if (error instanceof ProviderError) throw error
      if (signal.aborted) throw new ProviderError('cut_off', 'The caller canceled the call.')
      throw new ProviderError('unavailable', 'The process that draws has ended.')
    } finally {
      if (--this.#pending === 0) this.#idle = setTimeout(() => this.#close(), idleMs).unref()
    }
  }

  #open(): Tinypool {
    const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
    const pool = new Tinypool({
      filename,
      runtime: 'child_process',
      // Keeps one process at all times. An aborted picture ends its process, and the queue needs a new process.
      minThreads: 1,
      maxThreads: 1,
      execArgv: [...loaders, '--max-old-space-size=256'],
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
    })
    // The process failed to start. Destroying the pool rejects the queued pictures.
    pool.on('error', () => this.#close(pool))
    return pool
  }

  #close(pool = this.#pool): void {
    if (this.#pool === pool) this.#pool = null
    void pool?.destroy()
  }
}
