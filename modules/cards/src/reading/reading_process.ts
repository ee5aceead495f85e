import { fork, type ChildProcess } from 'node:child_process'
import type { ReadingAnswer, ReadingRequest } from './reading_messages.ts'

export interface ReadingLimits {
  /** For one batch of events, and for the start of the process. */
  timeoutMs: number
  /** Of the heap. */
  memoryMb: number
}

/** How a job ended. `too_slow`, `gone`: the process was killed or died, and a new one is needed. */
export type ReadingEnd = 'read' | 'too_slow' | 'gone'

/** A mistake in a reader: it threw for what is in a file. */
export class ReaderError extends Error {}

/** `gone`: the process has ended, or couldn't be started. */
type Received<Event> = ReadingAnswer<Event> | { kind: 'too_slow' } | { kind: 'gone' }

/** A process that uses more memory after a job isn't used again. */
const reuseBytesMax = 256 * 1_048_576

/**
 * A child process that reads files, one at a time, with limits of time and memory, and an empty environment. In this process, JSON that
 * fills the memory would end the server; in a thread, too. `serveReading` is its other side.
 */
export class ReadingProcess<Job, Event> {
  readonly #child: ChildProcess
  readonly #answers: Answers<Job, Event>
  readonly #timeoutMs: number
  #isStarted = false
  #isUsable = true

  /** `script`: the module that the process runs. */
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

  /** Reads no faster than the caller takes the events. Throws if the process can't be started, and for an error of the reader. */
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

  /** An idle process doesn't keep this one alive. */
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

/** The answers of a child process, one at a time. */
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
    // A failure shows as the end of the process.
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
