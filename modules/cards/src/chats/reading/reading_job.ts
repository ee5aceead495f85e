import type { ReadOptions } from '../../../formats/index.ts'

/** A job for the process that reads chat files. */
export interface ReadingJob {
  file: string
  options: ReadOptions
}
