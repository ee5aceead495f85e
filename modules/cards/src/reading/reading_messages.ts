/** To a process that reads: a job, and then a request for each batch of events. */
export type ReadingRequest<Job> = { kind: 'read'; job: Job } | { kind: 'next' }

/**
 * From such a process. `ready` once. `events` are the next ones of the job; `isLast` with the last batch, which may be empty.
 * `memoryBytes` is what the process then uses. `failed`: an error of the reader.
 */
export type ReadingAnswer<Event> =
  | { kind: 'ready' }
  | { kind: 'events'; events: Event[]; isLast: boolean; memoryBytes: number }
  | { kind: 'failed'; message: string }
