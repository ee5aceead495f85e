import type { ReadOptions } from '../read_chat_file.ts'

/** A job for the process that reads chat files. */
export interface ReadingJob {
  file: string
  options: ReadOptions
}
