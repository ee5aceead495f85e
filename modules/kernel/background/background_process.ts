import { fork, type ChildProcess } from 'node:child_process'
import type { Answer, Request } from './serve_jobs.ts'

export interface BackgroundLimits {
  /** The time for one batch of results. */
  timeoutMs: number
  /** The time in which the process has to start. By default, the same. On a busy machine, it takes many seconds. */
  startTimeoutMs?: number
  /** The heap limit of the process. */
  memoryMb: number
}

export interface BackgroundOptions extends BackgroundLimits {
  /** Further flags for Node. */
  flags?: readonly string[]
  /** The start of the message of a `JobFailed`. */
  failure?: string
}

/** How a job ended. After any other end than `done`, its process is gone. `gone`: it died, mostly because its heap was full. */
export type BackgroundEnd = 'done' | 'too_slow' | 'too_heavy' | 'gone'

/** A bug in the code of a job: it threw. */
export class JobFailed extends Error {}

type Received<Result> = Answer<Result> | { kind: 'too_slow' } | { kind: 'gone' }

/** A process that uses more memory after a job isn't used again. */
const reuseBytesMax = 256 * 1_048_576
/** An idle process is killed after this time. */
const idleMs = 20_000

/** Returns the address of a module beside another one. Both are TypeScript, or both are compiled. */
export const scriptBeside = (importer: string, name: string) =>
  new URL(`./${name}${importer.endsWith('.ts') ? '.ts' : '.js'}`, importer)

/**
 * A child process that runs jobs, one at a time, with limits of time and memory, and an almost empty environment. In the server process, or
 * in a thread of it, hostile input could block replies or fill the memory. `serveJobs` is the side in the child process. Why not `tinypool`:
 * docs/decisions/0040-own-background-processes.md.
 */
export class BackgroundProcess<Job, Result> {
  readonly #child: ChildProcess
  readonly #options: BackgroundOptions
  readonly #received: Received<Result>[] = []
  #wake = () => {}
  #isStarted = false
  #isUsable = true

  /** `script` is the module that the process runs. */
  constructor(script: URL, options: BackgroundOptions) {
    const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
    this.#options = options
    this.#child = fork(script, [], {
      execArgv: [...loaders, `--max-old-space-size=${options.memoryMb}`, ...(options.flags ?? [])],
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (answer: Answer<Result>) => this.#add(answer))
    for (const event of ['error', 'exit'])
      this.#child.on(event, () => {
        this.#isUsable = false
        this.#add({ kind: 'gone' })
      })
    this.#setIdle(true)
  }

  /** Whether the process may run another job. */
  get isUsable() {
    return this.#isUsable
  }

  /**
   * Yields the results no faster than the caller consumes them. An abort ends the process, and the job as too slow. Throws if the process
   * can't be started, and `JobFailed`.
   */
  async *run(job: Job, signal?: AbortSignal): AsyncGenerator<Result, BackgroundEnd> {
    let isReusable = false
    const abort = () => this.end()
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    this.#setIdle(false)
    try {
      if (!this.#isStarted) await this.#start()
      this.#ask({ kind: 'run', job })
      for (;;) {
        this.#ask({ kind: 'next' })
        const answer = await this.#next(this.#options.timeoutMs)
        if (answer.kind === 'failed')
          throw new JobFailed(`${this.#options.failure ?? 'A job failed'}: ${answer.message}`)
        if (answer.kind === 'gone') return signal?.aborted ? 'too_slow' : 'gone'
        if (answer.kind === 'too_slow' || answer.kind === 'too_heavy') return answer.kind
        if (answer.kind === 'ready') continue
        yield* answer.results
        if (!answer.isLast) continue
        isReusable = answer.memoryBytes < reuseBytesMax
        return 'done'
      }
    } finally {
      signal?.removeEventListener('abort', abort)
      this.#setIdle(true)
      if (!isReusable) this.end()
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
    const { timeoutMs, startTimeoutMs = timeoutMs } = this.#options
    const started = await this.#next(startTimeoutMs)
    if (started.kind !== 'ready') throw new Error(`A background process could not be started: ${started.kind}`)
    this.#isStarted = true
  }

  #ask(request: Request<Job>) {
    // A failure to send is reported as the end of the process.
    this.#child.send(request as object, () => {})
  }

  #add(answer: Received<Result>) {
    this.#received.push(answer)
    this.#wake()
  }

  async #next(timeoutMs: number): Promise<Received<Result>> {
    const timer = setTimeout(() => this.#add({ kind: 'too_slow' }), timeoutMs)
    while (this.#received.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    clearTimeout(timer)
    return this.#received.shift()!
  }
}

/** Background processes that are kept for the next jobs. The caller limits how many jobs run at once. */
export class BackgroundPool<Job, Result> {
  readonly #start: () => BackgroundProcess<Job, Result>
  readonly #idleMax: number
  readonly #idle: { process: BackgroundProcess<Job, Result>; timer: NodeJS.Timeout }[] = []
  readonly #busy = new Set<BackgroundProcess<Job, Result>>()

  constructor(start: () => BackgroundProcess<Job, Result>, { idleMax = 1 } = {}) {
    this.#start = start
    this.#idleMax = idleMax
  }

  /** Returns an idle process, or a new one. Give it back with `keep`. */
  take(): BackgroundProcess<Job, Result> {
    let process: BackgroundProcess<Job, Result> | undefined
    while (!process?.isUsable && this.#idle.length > 0) process = this.#drop(this.#idle.at(-1)!)
    if (!process?.isUsable) process = this.#start()
    this.#busy.add(process)
    return process
  }

  keep(process: BackgroundProcess<Job, Result>) {
    this.#busy.delete(process)
    if (!process.isUsable || this.#idle.length >= this.#idleMax) return process.end()
    const idle = { process, timer: setTimeout(() => this.#drop(idle).end(), idleMs).unref() }
    this.#idle.push(idle)
  }

  /** Runs a job of a few results. */
  async run(job: Job, signal?: AbortSignal): Promise<{ results: Result[]; end: BackgroundEnd }> {
    const process = this.take()
    const results: Result[] = []
    try {
      const running = process.run(job, signal)
      for (;;) {
        const { done, value } = await running.next()
        if (done) return { results, end: value }
        results.push(value)
      }
    } finally {
      this.keep(process)
    }
  }

  /** Kills all processes. */
  stop() {
    while (this.#idle.length > 0) this.#drop(this.#idle[0]!).end()
    for (const process of this.#busy) process.end()
  }

  #drop(idle: { process: BackgroundProcess<Job, Result>; timer: NodeJS.Timeout }) {
    clearTimeout(idle.timer)
    this.#idle.splice(this.#idle.indexOf(idle), 1)
    return idle.process
  }
}
