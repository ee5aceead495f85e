/* Entry point of a child process, because the V8 flag for its regular expressions applies to a whole process. */
import { serveJobs } from '#modules/kernel/background/serve_jobs'
import type { PatternAnswer, PatternJob } from './pattern_job.ts'
import { runPatterns } from './run_patterns.ts'

serveJobs((job: PatternJob): PatternAnswer[] => [runPatterns(job)], { isUrgent: true })
