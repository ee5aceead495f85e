import type { DuplicatesRule } from '../../api.ts'

/** The outcome of a file, of a file in an archive, or of an entry in a JSON list. */
export interface BulkOutcome {
  /** The path or name as given, followed by the path in the archive, such as `pack.zip/ann.png`. */
  file: string
  /** The index of an entry in a JSON list, from 0. Only refused entries are reported. Null for files. */
  entry: number | null
  outcome: 'imported' | 'double' | 'refused'
  name: string | null
  characterId: string | null
  lorebookId: string | null
  /** As in `CardFileReport`. */
  format: string | null
  kept: readonly string[]
  warnings: readonly string[]
  /** The reason for a refusal. Null for other outcomes. */
  reason: string | null
}

/** `total` is the sum of the other counts. A lorebook file counts as one. */
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
  /** The rule for cards. Known characters in JSON lists are always skipped. */
  doubles?: DuplicatesRule
  dryRun?: boolean
  signal?: AbortSignal
  /** Whether an earlier run finished a file. Such a file is skipped and not counted. */
  isDone?: (file: string) => boolean
  onOutcome?: (outcome: BulkOutcome) => void
  /** `share` is the processed share of all bytes, from 0 to 1. */
  onProgress?: (share: number, counts: BulkCounts) => void
  /** Called with finished files after all their outcomes were reported. The import waits for the returned promise. */
  onFinished?: (files: readonly string[], share: number, counts: BulkCounts) => Promise<void>
}

export interface BulkResult {
  counts: BulkCounts
  /** The number of JSON lists that are malformed from some point on. Their earlier entries are imported. */
  malformed: number
}

/**
 * Imports any number of files, but only needs memory for a few. Repeating an import is safe, because files are recognized by their hash,
 * and characters in JSON lists by their name and opening.
 */
export abstract class BulkImports {
  /** Whether there is a file to import. Throws a system error for a missing path. */
  abstract hasFiles(paths: BulkRequest['paths']): Promise<boolean>
  /** Returns null when there is no file to import. Throws a system error for a missing path, and the signal's reason. */
  abstract run(request: BulkRequest): Promise<BulkResult | null>
}
