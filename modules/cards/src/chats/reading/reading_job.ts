import type { ReadOptions } from '../read_chat_file.ts'

/** What the process reads. */
export interface ReadingJob {
  file: string
  options: ReadOptions
}
