import type { Result } from '#modules/kernel/result'
import type { FileLimits } from './file_limits.ts'
import type { InflateBudget } from './inflate_budget.ts'
import type { FileRefusal, OpenedFile } from './opened_file.ts'

/** The context that all steps of opening a file share. */
export interface OpeningContext {
  limits: FileLimits
  /** The budget that a plain archive and all files in it share. */
  budget: InflateBudget
  /** Whether the file comes from a plain archive. */
  isContained: boolean
  /** Opens a file that this file contains. */
  openContained(bytes: Uint8Array): Promise<Result<OpenedFile, FileRefusal>>
}
