/* Entry point of a child process of a test. */
import { serveJobs } from '../background/serve_jobs.ts'

export type TestJob = 'count' | 'hang' | 'throw'

serveJobs(
  function* (job: TestJob) {
    if (job === 'throw') throw new Error('A bug')
    yield 1
    while (job === 'hang');
    yield 2
  },
  { resultsMax: 1 }
)
