import { setPriority } from 'node:os'
import type { ReadingAnswer, ReadingRequest } from './reading_messages.ts'

export interface Batching<Event> {
  /** A batch is sent when it reaches either limit. */
  eventsMax: number
  bytesMax: number
  sizeOf: (event: Event) => number
}

/** The limit of memory use, including buffers, beyond which the process kills itself. Only an attack needs that much. */
const memoryBytesMax = 1_024 * 1_048_576
const watchEveryMs = 20

/** Serves a `ReadingProcess` in the child process. Reads one file at a time, no faster than its batches are requested. */
export const serveReading = <Job, Event>(
  read: (job: Job) => AsyncGenerator<Event>,
  { eventsMax, bytesMax, sizeOf }: Batching<Event>
) => {
  const answer = (message: ReadingAnswer<Event>) => void process.send!(message)
  /** The number of batch requests that haven't been answered yet. */
  let requests = 0
  let wake: (() => void) | null = null
  const requested = async () => {
    while (requests === 0) await new Promise<void>((resolve) => (wake = resolve))
    requests--
  }

  const run = async (job: Job) => {
    let events: Event[] = []
    let bytes = 0
    const send = async (isLast: boolean) => {
      await requested()
      answer({ kind: 'events', events, isLast, memoryBytes: process.memoryUsage.rss() })
      events = []
      bytes = 0
    }
    for await (const event of read(job)) {
      events.push(event)
      bytes += sizeOf(event)
      if (events.length >= eventsMax || bytes >= bytesMax) await send(false)
    }
    await send(true)
  }

  process.on('message', (request: ReadingRequest<Job>) => {
    if (request.kind === 'read')
      run(request.job).catch((error: unknown) => answer({ kind: 'failed', message: String(error) }))
    else {
      requests++
      wake?.()
    }
  })
  // Only the server stops this process, but Ctrl-C reaches both.
  process.on('SIGINT', () => {})
  process.once('disconnect', () => process.exit())
  // Replies have priority over files.
  setPriority(10)
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL')
  }, watchEveryMs).unref()
  answer({ kind: 'ready' })
}
