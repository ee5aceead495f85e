import { fork, type ChildProcess } from 'node:child_process'
import type { ReadingAnswer, ReadingRequest } from './reading_messages.ts'

export interface ReadingLimits {
  /** The time limit for one batch of events, and for the start of the process. */
  timeoutMs: number
  /** The heap limit of the process. */
  memoryMb: number
}

/** The result of a job. After `too_slow` or `gone`, the process was killed or died, and the caller needs a new process. */
export type ReadingEnd = 'read' | 'too_slow' | 'gone'

/** A bug in a reader: it threw because of a file's contents. */
export class ReaderError extends Error {}

/** `gone` means that the process has exited or couldn't be started. */
type Received<Event> = ReadingAnswer<Event> | { kind: 'too_slow' } | { kind: 'gone' }

/** A process that uses more memory after a job isn't used again. */
const reuseBytesMax = 256 * 1_048_576

/**
 * A child process that reads files, one at a time, with limits of time and memory, and an almost empty environment. In the server process,
 * or in a thread of it, JSON that fills the memory would crash the server. `serveReading` is the side in the child process.
 */
export class ReadingProcess<Job, Event> {
  readonly #child: ChildProcess
  readonly #answers: Answers<Job, Event>
  readonly #timeoutMs: number
  #isStarted = false
  #isUsable = true

  /** `script` is the module that the process runs. */
  constructor(script: URL, { timeoutMs, memoryMb }: ReadingLimits) {
    const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
    this.#child = fork(script, [], {
      execArgv: [...loaders, `--max-old-space-size=${memoryMb}`],
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#answers = new Answers(this.#child)
    this.#timeoutMs = timeoutMs
    this.#setIdle(true)
  }

  /** Whether the process may read another file. */
  get isUsable() {
    return this.#isUsable
  }

  /** Reads no faster than the caller consumes the events. Throws if the process can't be started, or if the reader throws an error. */
  async *read(job: Job): AsyncGenerator<Event, ReadingEnd> {
    let isRead = false
    this.#setIdle(false)
    try {
      if (!this.#isStarted) await this.#start()
      this.#answers.ask({ kind: 'read', job })
      for (;;) {
        this.#answers.ask({ kind: 'next' })
        const answer = await this.#answers.next(this.#timeoutMs)
        if (answer.kind === 'failed') throw new ReaderError(`A file could not be read: ${answer.message}`)
        if (answer.kind === 'too_slow' || answer.kind === 'gone') return answer.kind
        if (answer.kind !== 'events') continue
        yield* answer.events
        if (!answer.isLast) continue
        isRead = answer.memoryBytes < reuseBytesMax
        return 'read'
      }
    } finally {
      this.#setIdle(true)
      if (!isRead) this.end()
    }
  }

  /** Kills the process immediately. */
  end() {
    this.#isUsable = false
    this.#child.kill('SIGKILL')
  }

  /** An idle child process doesn't keep this process alive. */
  #setIdle(isIdle: boolean) {
    for (const handle of [this.#child, this.#child.channel])
      if (isIdle) handle?.unref()
      else handle?.ref()
  }

  async #start() {
    const started = await this.#answers.next(this.#timeoutMs)
    if (started.kind !== 'ready') throw new Error(`The process that reads files could not be started: ${started.kind}`)
    this.#isStarted = true
  }
}

/** Queues the answers of a child process. */
class Answers<Job, Event> {
  readonly #child: ChildProcess
  readonly #received: Received<Event>[] = []
  #wake: (() => void) | null = null

  constructor(child: ChildProcess) {
    this.#child = child
    const add = (answer: Received<Event>) => {
      this.#received.push(answer)
      this.#wake?.()
    }
    child.on('message', (answer: ReadingAnswer<Event>) => add(answer))
    child.on('error', () => add({ kind: 'gone' }))
    child.on('exit', () => add({ kind: 'gone' }))
  }

  ask(request: ReadingRequest<Job>) {
    // A failure to send is reported as the end of the process.
    this.#child.send(request as object, () => {})
  }

  async next(timeoutMs: number): Promise<Received<Event>> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Received<Event>>(
      (resolve) => (timer = setTimeout(() => resolve({ kind: 'too_slow' }), timeoutMs))
    )
    const received = (async (): Promise<Received<Event>> => {
      while (this.#received.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
      return this.#received.shift()!
    })()
    return Promise.race([received, late]).finally(() => clearTimeout(timer))
  }
}
