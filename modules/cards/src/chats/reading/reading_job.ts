import type { ChatEvent, ReadOptions } from '../read_chat_file.ts'

/** What the process reads. */
export interface ReadingJob {
  file: string
  options: ReadOptions
}

/** The job, and then a request for each batch. */
export type ReadingRequest = { kind: 'read'; job: ReadingJob } | { kind: 'next' }

/** `ready` once. `events` are the next ones of the file, the last of which is `end` or `refused`. `failed`: an error of the reader. */
export type ReadingAnswer =
  { kind: 'ready' } | { kind: 'events'; events: ChatEvent[] } | { kind: 'failed'; message: string }
