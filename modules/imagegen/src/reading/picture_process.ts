import { fork, type ChildProcess } from 'node:child_process'
import { readingLimits } from '../domain/reading_limits.ts'
import type { ReadingAnswer, ReadingJob } from './job.ts'

/** Beside this file, compiled as this one is or not. */
const script = new URL(`./reading_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** How one reading ended. `gone`: the process died of this picture. */
export type ReadingEnd = Exclude<ReadingAnswer, { kind: 'ready' }> | { kind: 'too_slow' } | { kind: 'gone' }

/**
 * One process that reads pictures, one at a time, so that what hostile bytes can do, they do there. It lives in an empty
 * environment, and keeps nobody from exiting while it has nothing to do.
 */
export class PictureProcess {
  readonly #child: ChildProcess
  #isReady = false
  #isOver = false

  constructor() {
    const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
    this.#child = fork(script, [], {
      execArgv: [...loaders, '--max-old-space-size=64'],
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.once('exit', () => (this.#isOver = true))
    this.#child.on('error', () => (this.#isOver = true))
    this.#child.unref()
  }

  /** Whether it may read another. */
  get isUsable() {
    return !this.#isOver
  }

  /** Throws when the process can't be started, which is no picture's fault. */
  async read(job: ReadingJob, timeoutMs: number): Promise<ReadingEnd> {
    const child = this.#child
    this.#hold()
    const end = await new Promise<ReadingEnd>((resolve) => {
      const timer = setTimeout(() => settle({ kind: 'too_slow' }), timeoutMs)
      // The process stays for many pictures, what listens for one of them does not.
      const settle = (answer: ReadingEnd) => {
        clearTimeout(timer)
        child.off('message', hear).off('exit', gone).off('error', gone)
        resolve(answer)
      }
      const gone = () => settle({ kind: 'gone' })
      const hear = (answer: ReadingAnswer) => {
        if (answer.kind === 'ready') this.#isReady = true
        else settle(answer)
      }
      child.on('message', hear).once('exit', gone).once('error', gone)
      child.send(job, (error) => error && gone())
    })
    const isFine = 'memoryBytes' in end && end.memoryBytes < readingLimits.restMemoryBytesMax
    if (isFine) this.#letGo()
    else this.end()
    if (end.kind === 'gone' && !this.#isReady) throw new Error('The process that reads pictures could not be started')
    return end
  }

  /** At once, whatever it is doing. */
  end() {
    this.#isOver = true
    this.#child.kill('SIGKILL')
    this.#letGo()
  }

  #hold() {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  #letGo() {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}
