import { createReadStream } from 'node:fs'
import { readChatFile, type ChatEvent } from '../read_chat_file.ts'
import type { ReadingAnswer, ReadingJob, ReadingRequest } from './reading_job.ts'

/** A batch is sent when it reaches either limit. */
const eventsMax = 500
const bytesMax = 1_000_000

const chunkBytes = 256 * 1_024

const answer = (message: ReadingAnswer) => void process.send!(message)

/** Requests for batches that came before the batch was complete. */
let requests = 0
let wake: (() => void) | null = null

const requested = async () => {
  while (requests === 0) await new Promise<void>((resolve) => (wake = resolve))
  requests--
}

/** Reads the chats of a file batch by batch, no faster than they are requested. */
const read = async ({ file, options }: ReadingJob) => {
  let events: ChatEvent[] = []
  let bytes = 0
  const send = async () => {
    await requested()
    answer({ kind: 'events', events })
    events = []
    bytes = 0
  }
  for await (const event of readChatFile(createReadStream(file, { highWaterMark: chunkBytes }), options)) {
    events.push(event)
    bytes += sizeOf(event)
    if (events.length >= eventsMax || bytes >= bytesMax) await send()
  }
  if (events.length > 0) await send()
}

const sizeOf = (event: ChatEvent): number => {
  if (event.kind !== 'message') return 0
  const { text, alternates, original } = event.message
  return alternates.reduce((sum, { text: other }) => sum + other.length, text.length + (original?.byteLength ?? 0))
}

process.on('message', (request: ReadingRequest) => {
  if (request.kind === 'read')
    read(request.job).catch((error: unknown) => answer({ kind: 'failed', message: String(error) }))
  else {
    requests++
    wake?.()
  }
})
process.once('disconnect', () => process.exit())
answer({ kind: 'ready' })
