/* Entry point of a child process that writes cards and lorebooks. */
import { serveReading } from '../../reading/serve_reading.ts'
import { writeTexts } from './write_texts.ts'
import type { WritingJob } from './writing_job.ts'

serveReading(
  async function* (job: WritingJob) {
    yield* writeTexts(job)
  },
  { eventsMax: 10, bytesMax: Infinity, sizeOf: () => 0 }
)
