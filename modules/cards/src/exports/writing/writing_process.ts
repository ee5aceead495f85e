/* Entry point of a child process that writes cards and lorebooks. */
import { serveJobs } from '#modules/kernel/background/serve_jobs'
import { writeTexts } from './write_texts.ts'

serveJobs(writeTexts)
