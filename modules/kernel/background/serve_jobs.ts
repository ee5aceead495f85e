import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A message to a background process: a job, then a request for each batch of results. */
export type Request<Job> = { kind: 'run'; job: Job } | { kind: 'next' }

/**
 * A message from a background process. `ready` is sent once. `isLast` marks the last batch of a job, which may be empty. `memoryBytes` is the
 * current memory use of the process. `failed`: the job threw. `too_heavy`: the process exceeded its memory and ends.
 */
export type Answer<Result> =
  | { kind: 'ready' }
  | { kind: 'results'; results: Result[]; isLast: boolean; memoryBytes: number }
  | { kind: 'failed'; message: string }
  | { kind: 'too_heavy' }

export interface ServeOptions<Result> {
  /** A batch is sent when it reaches either limit. By default, all results are one batch. */
  resultsMax?: number
  bytesMax?: number
  sizeOf?: (result: Result) => number
  /** The limit of memory use, including buffers. Only an attack needs that much. */
  memoryBytesMax?: number
  /** Whether replies wait for the jobs. Other jobs have a lower priority than replies. */
  isUrgent?: boolean
}

const memory = () => process.memoryUsage.rss()
const watchEveryMs = 10

/** Serves a `BackgroundProcess` in the child process. Runs one job at a time, no faster than its batches are requested. */
export const serveJobs = <Job, Result>(
  run: (job: Job) => AsyncIterable<Result> | Iterable<Result>,
  {
    resultsMax = Infinity,
    bytesMax = Infinity,
    sizeOf = () => 0,
    memoryBytesMax = 1_024 * 1_048_576,
    isUrgent = false,
  }: ServeOptions<Result> = {}
) => {
  const answer = (message: Answer<Result>, onSent = () => {}) =>
    void process.send?.(message, undefined, undefined, onSent)
  /** The number of batch requests that haven't been answered yet. */
  let requests = 0
  let wake = () => {}

  const runJob = async (job: Job) => {
    let results: Result[] = []
    let bytes = 0
    const send = async (isLast: boolean) => {
      while (requests === 0) await new Promise<void>((resolve) => (wake = resolve))
      requests--
      answer({ kind: 'results', results, isLast, memoryBytes: memory() })
      results = []
      bytes = 0
    }
    for await (const result of run(job)) {
      results.push(result)
      bytes += sizeOf(result)
      if (results.length >= resultsMax || bytes >= bytesMax) await send(false)
    }
    await send(true)
  }

  /** Some jobs work in other threads, so this timer can end the process when it uses too much memory. */
  const watchMemory = () =>
    setInterval(() => {
      if (memory() > memoryBytesMax) answer({ kind: 'too_heavy' }, () => process.kill(process.pid, 'SIGKILL'))
    }, watchEveryMs)

  const serve = async (job: Job) => {
    requests = 0
    const watch = watchMemory()
    await runJob(job)
      .catch((error: unknown) => answer({ kind: 'failed', message: String(error) }))
      .finally(() => clearInterval(watch))
  }

  process.on('message', (request: Request<Job>) => {
    if (request.kind === 'run') return void serve(request.job)
    requests++
    wake()
  })
  // Only the server ends this process. Ctrl-C reaches both processes, so it is ignored here. `disconnect` means the server is gone.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  if (!isUrgent) setPriority(10)
  try {
    // If the system runs out of memory, it should kill this process first.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Linux only.
  }
  answer({ kind: 'ready' })
}
