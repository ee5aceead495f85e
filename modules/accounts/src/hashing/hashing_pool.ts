import { Worker } from 'node:worker_threads'
import type { HashingAnswer, HashingJob } from './hashing_thread.ts'

/** The worker script beside this file, in TypeScript or compiled. */
const script = new URL(`./hashing_thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

export interface HashingPoolSettings {
  threads: number
  /** Jobs that may wait for a thread. Further jobs are rejected. */
  waitingMax: number
}

/** Thrown when the queue is full. The caller should retry later. */
export class HashingBusy extends Error {
  readonly code = 'E_HASHING_BUSY'
  readonly retryAfterSeconds = 5

  constructor() {
    super('Too many passwords are waiting to be hashed')
  }
}

interface Waiting {
  job: HashingJob
  resolve(key: Uint8Array): void
  reject(error: Error): void
}

/** Derives keys in worker threads with a bounded queue. Threads start on demand and don't keep the process alive while idle. */
export class HashingPool {
  readonly #idle: Worker[] = []
  readonly #waiting: Waiting[] = []
  #busy = 0

  constructor(private readonly settings: HashingPoolSettings) {}

  derive(job: HashingJob): Promise<Uint8Array> {
    if (this.#busy >= this.settings.threads && this.#waiting.length >= this.settings.waitingMax)
      return Promise.reject(new HashingBusy())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#startNext()
    })
  }

  #startNext() {
    if (this.#busy >= this.settings.threads) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#busy++
    this.#run(this.#idle.pop() ?? this.#startThread(), next)
  }

  #startThread(): Worker {
    const worker = new Worker(script, { execArgv: [] })
    // Jobs have their own listeners. This one keeps an error between jobs from ending the process. A thread that exits is not reused.
    worker.on('error', () => {})
    worker.once('exit', () => {
      const at = this.#idle.indexOf(worker)
      if (at !== -1) this.#idle.splice(at, 1)
    })
    return worker
  }

  #run(worker: Worker, { job, resolve, reject }: Waiting) {
    const settle = () => {
      worker.off('message', answered).off('error', died).off('exit', exited)
      this.#busy--
    }
    const answered = (answer: HashingAnswer) => {
      settle()
      worker.unref()
      this.#idle.push(worker)
      if ('key' in answer) resolve(answer.key)
      else reject(new Error(answer.failure))
      this.#startNext()
    }
    const died = (cause: unknown) => {
      settle()
      reject(new Error('The thread that hashes passwords has died', { cause }))
      this.#startNext()
    }
    const exited = (code: number) => died(new Error(`exit code ${code}`))
    worker.ref()
    worker.on('message', answered).once('error', died).once('exit', exited)
    worker.postMessage(job)
  }
}
