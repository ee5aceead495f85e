/* Entry point of a child process that reads pictures. */
import { serveJobs } from '#modules/kernel/background/serve_jobs'
import { readingLimits } from '../domain/reading_limits.ts'
import type { ReadingJob } from './job.ts'

/** Before the process is ready, because it takes long. A failure is the answer to each job. */
const loading = import('./read_picture.ts')
await loading.catch(() => {})

serveJobs(
  async function* (job: ReadingJob) {
    yield await (await loading).readPicture(job)
  },
  { memoryBytesMax: readingLimits.memoryBytesMax }
)
