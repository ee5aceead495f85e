import { setPriority } from 'node:os'
import type { ReadingAnswer, ReadingRequest } from './reading_messages.ts'

export interface Batching<Event> {
  /** A batch is sent when it reaches either limit. */
  eventsMax: number
  bytesMax: number
  sizeOf: (event: Event) => number
}

/** Kills the process when it uses more, buffers included. Only an attack needs as much. */
const memoryBytesMax = 1_024 * 1_048_576
const watchEveryMs = 20

/** The side of `ReadingProcess` in the child process: reads one file at a time, no faster than its batches are requested. */
export const serveReading = <Job, Event>(
  read: (job: Job) => AsyncGenerator<Event>,
  { eventsMax, bytesMax, sizeOf }: Batching<Event>
) => {
  const answer = (message: ReadingAnswer<Event>) => void process.send!(message)
  /** Requests for batches that came before the batch was complete. */
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
  // Only the server ends this process. Ctrl-C reaches both. Replies have priority over files.
  process.on('SIGINT', () => {})
  process.once('disconnect', () => process.exit())
  setPriority(10)
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL')
  }, watchEveryMs).unref()
  answer({ kind: 'ready' })
}
