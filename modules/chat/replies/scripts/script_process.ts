/* Entry point of a child process: a pattern of a card can block a thread. */
import { serveJobs } from '#modules/kernel/background/serve_jobs'
import { runScriptJob } from './run_script_job.ts'
import type { ScriptAnswer, ScriptJob } from './script_job.ts'

serveJobs((job: ScriptJob): ScriptAnswer[] => [runScriptJob(job)], { isUrgent: true })
