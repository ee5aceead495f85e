import { fork, type ChildProcess } from 'node:child_process'
import { ProviderError } from '../../contract/errors.ts'
import type { PaintingAnswer, PaintingJob } from './job.ts'

/** Beside this file, compiled as this one is or not. */
const script = new URL(`./painting_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/**
 * A process that paints, one picture at a time: it may use a processor for a second, and be ended at any moment. It lives in an empty
 * environment, and keeps nobody from exiting while it has nothing to do.
 */
export class PainterProcess {
  readonly #child: ChildProcess
  #isOver = false

  constructor() {
    const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
    this.#child = fork(script, [], {
      execArgv: [...loaders, '--max-old-space-size=256'],
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const over = () => (this.#isOver = true)
    this.#child.once('exit', over).on('error', over)
    this.#letGo()
  }

  /** Whether it may paint another. */
  get isUsable(): boolean {
    return !this.#isOver
  }

  /** Gives a WebP. Ends the process, and throws at once, when the signal fires. */
  async paint(job: PaintingJob, signal: AbortSignal): Promise<Uint8Array> {
    const child = this.#child
    this.#hold()
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    const gone = () => reject(new ProviderError('unavailable', 'The process that paints has ended.'))
    const hungUp = () => reject(new ProviderError('cut_off', 'The caller hung up.'))
    const hear = (answer: PaintingAnswer) =>
      answer.kind === 'painted'
        ? resolve(answer.bytes)
        : reject(new ProviderError('unavailable', `The picture could not be painted: ${answer.message}`))
    child.once('message', hear).once('exit', gone).once('error', gone)
    signal.addEventListener('abort', hungUp, { once: true })
    try {
      signal.throwIfAborted()
      if (this.#isOver) gone()
      else child.send(job, (error) => error && gone())
      const bytes = await promise
      this.#letGo()
      return bytes
    } catch (error) {
      this.end()
      throw error
    } finally {
      signal.removeEventListener('abort', hungUp)
      child.off('message', hear).off('exit', gone).off('error', gone)
    }
  }

  /** At once, whatever it is doing. */
  end(): void {
    this.#isOver = true
    this.#child.kill('SIGKILL')
    this.#letGo()
  }

  #hold(): void {
    this.#child.ref()
    this.#child.channel?.ref()
  }

  #letGo(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }
}
