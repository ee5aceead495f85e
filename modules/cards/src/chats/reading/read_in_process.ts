import { ReadingProcess, type ReadingLimits } from '../../reading/reading_process.ts'
import type { ChatEvent } from '../../../formats/index.ts'
import type { ReadingJob } from './reading_job.ts'

export type { ReadingLimits }

/** The module of the child process. Like this file, it is TypeScript or compiled JavaScript. */
const script = new URL(`./reading_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

const tooHeavy: ChatEvent = {
  kind: 'refused',
  code: 'too_heavy',
  message: 'This file takes too much work to read. Split it into several chats.',
}

/** Reads a file in a child process, no faster than the caller consumes the events. The process is killed when the iteration finishes. */
export async function* readInProcess(job: ReadingJob, limits: ReadingLimits): AsyncGenerator<ChatEvent> {
  const process = new ReadingProcess<ReadingJob, ChatEvent>(script, limits)
  try {
    const end = yield* process.read(job)
    if (end !== 'read') yield tooHeavy
  } finally {
    process.end()
  }
}
