import { ReadingProcess, type ReadingLimits } from '../../reading/reading_process.ts'
import type { ChatEvent } from '../read_chat_file.ts'
import type { ReadingJob } from './reading_job.ts'

export type { ReadingLimits }

/** TypeScript or compiled JavaScript, like this file. */
const script = new URL(`./reading_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

const tooHeavy: ChatEvent = {
  kind: 'refused',
  code: 'too_heavy',
  message: 'This file takes too much work to read. Split it into several chats.',
}

/** Reads a file in a child process, no faster than the caller takes the events. The process ends with the iteration. */
export async function* readInProcess(job: ReadingJob, limits: ReadingLimits): AsyncGenerator<ChatEvent> {
  const process = new ReadingProcess<ReadingJob, ChatEvent>(script, limits)
  try {
    const end = yield* process.read(job)
    if (end !== 'read') yield tooHeavy
  } finally {
    process.end()
  }
}
