import { fork, type ChildProcess } from 'node:child_process'
import { readingLimits } from '../domain/reading_limits.ts'
import type { ReadingAnswer, ReadingJob } from './job.ts'

/** TypeScript or compiled JavaScript, like this file. */
const script = new URL(`./reading_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** On a busy machine, a process takes many seconds to start. */
const startTimeoutMs = 60_000

/** The outcome of one job. `gone`: the process died during the job. */
export type ReadingEnd = Exclude<ReadingAnswer, { kind: 'ready' }> | { kind: 'too_slow' } | { kind: 'gone' }

/**
 * A child process that reads one picture at a time. It isolates the server from hostile bytes, and has none of the server's environment
 * variables. While idle, it doesn't keep the server's process alive. Why not `tinypool`:
 * docs/decisions/0040-own-pool-of-picture-readers.md.
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

  /** Whether the process may run another job. */
  get isUsable() {
    return !this.#isOver
  }

  /** Reads one picture. The time of a new process to start doesn't count. Throws if it can't be started. */
  async read(job: ReadingJob, timeoutMs: number): Promise<ReadingEnd> {
    const child = this.#child
    this.#ref()
    const end = await new Promise<ReadingEnd>((resolve) => {
      let timer = setTimeout(() => settle({ kind: 'gone' }), startTimeoutMs)
      const becomeReady = () => {
        this.#isReady = true
        clearTimeout(timer)
        timer = setTimeout(() => settle({ kind: 'too_slow' }), timeoutMs)
      }
      // The process outlives the job, so the job's listeners must be removed.
      const settle = (answer: ReadingEnd) => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onExit)
        resolve(answer)
      }
      const onExit = () => settle({ kind: 'gone' })
      const onMessage = (answer: ReadingAnswer) => {
        if (answer.kind === 'ready') becomeReady()
        else settle(answer)
      }
      if (this.#isReady) becomeReady()
      child.on('message', onMessage).once('exit', onExit).once('error', onExit)
      child.send(job, (error) => error && onExit())
    })
    const isReusable = 'memoryBytes' in end && end.memoryBytes < readingLimits.reuseMemoryBytesMax
    if (isReusable) this.#unref()
    else this.end()
    if (end.kind === 'gone' && !this.#isReady) throw new Error('The process that reads pictures could not be started')
    return end
  }

  /** Kills the process immediately. */
  end() {
    this.#isOver = true
    this.#child.kill('SIGKILL')
    this.#unref()
  }

  #ref() {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  #unref() {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}
