/* Entry point of a child process that reads cards. */
import { serveJobs } from '#modules/kernel/background/serve_jobs'
import { readCardFile } from './read_card_file.ts'

// Sends one card at a time, because each can have several megabytes. Pictures are sent as files. Refused files are small.
serveJobs(readCardFile, { resultsMax: 100, bytesMax: 1, sizeOf: ({ kind }) => (kind === 'refused' ? 0 : 1) })
