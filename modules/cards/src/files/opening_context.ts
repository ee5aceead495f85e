import type { Result } from '#modules/kernel/result'
import type { FileLimits } from './file_limits.ts'
import type { InflateBudget } from './inflate_budget.ts'
import type { FileRefusal, OpenedFile } from './opened_file.ts'

/** What all steps of opening a file share. */
export interface OpeningContext {
  limits: FileLimits
  /** One for a plain archive and all files in it. */
  budget: InflateBudget
  /** Whether the file comes out of a plain archive. */
  isContained: boolean
  /** Opens a file that comes out of this one. */
  openContained(bytes: Uint8Array): Promise<Result<OpenedFile, FileRefusal>>
}
