/** A message to a reading process: a job, then a request for each batch of events. */
export type ReadingRequest<Job> = { kind: 'read'; job: Job } | { kind: 'next' }

/**
 * A message from a reading process. `ready` is sent once. `events` contains the next events of the job. `isLast` marks the last batch,
 * which may be empty. `memoryBytes` is the current memory use of the process. `failed` reports an error of the reader.
 */
export type ReadingAnswer<Event> =
  | { kind: 'ready' }
  | { kind: 'events'; events: Event[]; isLast: boolean; memoryBytes: number }
  | { kind: 'failed'; message: string }
