/* Entry point of a child process that reads chats. */
import { createReadStream } from 'node:fs'
import { serveJobs } from '#modules/kernel/background/serve_jobs'
import { type ChatEvent, readChatFile } from '../../../formats/index.ts'
import type { ReadingJob } from './reading_job.ts'

const chunkBytes = 256 * 1_024

const sizeOf = (event: ChatEvent): number => {
  if (event.kind !== 'message') return 0
  const { text, alternates, original } = event.message
  return alternates.reduce((sum, { text: other }) => sum + other.length, text.length + (original?.byteLength ?? 0))
}

serveJobs(
  ({ file, options }: ReadingJob) => readChatFile(createReadStream(file, { highWaterMark: chunkBytes }), options),
  { resultsMax: 500, bytesMax: 1_000_000, sizeOf }
)
