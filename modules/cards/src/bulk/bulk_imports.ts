import type { DoublesRule } from '../../api.ts'

/** What happened to a file, to a file of an archive, or to an entry of a JSON list. */
export interface BulkOutcome {
  /** The path or name as given, with that in the archive: `pack.zip/ann.png`. */
  file: string
  /** Of a JSON list, from 0. Only refused entries are reported. Null for files. */
  entry: number | null
  outcome: 'imported' | 'double' | 'refused'
  name: string | null
  characterId: string | null
  lorebookId: string | null
  /** As in `CardFileReport`. */
  format: string | null
  kept: readonly string[]
  warnings: readonly string[]
  /** Why it was refused. */
  reason: string | null
}

/** `total` is the sum of the others. A lorebook counts as one. */
export interface BulkCounts {
  imported: number
  doubles: number
  refused: number
  total: number
}

export interface BulkRequest {
  /** Files, folders with files, and archives with files. Links in folders are ignored. */
  paths: readonly { path: string; name: string }[]
  ownerId: string
  /** For cards. The same characters in JSON lists are always left out. */
  doubles?: DoublesRule
  dryRun?: boolean
  signal?: AbortSignal
  /** Whether a file was finished in an earlier run. It is left out and counts nowhere. */
  isDone?: (file: string) => boolean
  onOutcome?: (outcome: BulkOutcome) => void
  /** Of the bytes, from 0 to 1. */
  onProgress?: (share: number, counts: BulkCounts) => void
  /** Finished files, with all their outcomes reported. The import continues afterwards. */
  onFinished?: (files: readonly string[], share: number, counts: BulkCounts) => Promise<void>
}

export interface BulkResult {
  counts: BulkCounts
  /** The number of JSON lists that are malformed from some point on. Their earlier entries are imported. */
  malformed: number
}

/**
 * Imports any number of files, in the memory of a few. Safe to repeat: known files are found by their hash, and known characters of lists
 * by their name and opening.
 */
export abstract class BulkImports {
  /** Whether there is a file to import. Throws a system error for a missing path. */
  abstract hasFiles(paths: BulkRequest['paths']): Promise<boolean>
  /** Returns null when there is no file to import. Throws a system error for a missing path, and the signal's reason. */
  abstract run(request: BulkRequest): Promise<BulkResult | null>
}
