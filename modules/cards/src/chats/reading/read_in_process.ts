import { BackgroundProcess, scriptBeside, type BackgroundLimits } from '#modules/kernel/background/background_process'
import type { ChatEvent } from '../../../formats/index.ts'
import type { ReadingJob } from './reading_job.ts'

const script = scriptBeside(import.meta.url, 'chat_reader_process')

const tooHeavy: ChatEvent = {
  kind: 'refused',
  code: 'too_heavy',
  message: 'This file takes too much work to read. Split it into several chats.',
}

/** Reads a file in a child process, no faster than the caller consumes the events. The process is killed when the iteration finishes. */
export async function* readInProcess(job: ReadingJob, limits: BackgroundLimits): AsyncGenerator<ChatEvent> {
  const process = new BackgroundProcess<ReadingJob, ChatEvent>(script, limits)
  try {
    const end = yield* process.run(job)
    if (end !== 'done') yield tooHeavy
  } finally {
    process.end()
  }
}
