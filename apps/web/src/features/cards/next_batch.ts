import { cardImportLimits, type DuplicatesRule } from '#modules/cards/api'
import { duplicatesOf, type ImportItem } from './import_item.ts'

/** Batches are small, so that the progress is accurate and little is sent again after a lost connection. */
const filesMin = 8
const bytesMax = 24 * 1_048_576
/** The target for the number of batches. Large imports use larger batches, because the number of requests is limited. */
const batchesWanted = 40

export const batchSizeOf = (files: number): number =>
  Math.min(cardImportLimits.filesMax, Math.max(filesMin, Math.ceil(files / batchesWanted)))

/** Returns the rule that a file is sent with. Files without duplicates use `skip`, which makes a repeated request harmless. */
export const ruleOf = (item: ImportItem): DuplicatesRule => (duplicatesOf(item) > 0 ? item.doubles : 'skip')

/**
 * Returns the first items that fit into one request. They share a rule and have different names, because answers identify files by name.
 * Copies and items in `alone` are sent one by one.
 */
export function nextBatch(
  items: readonly ImportItem[],
  { alone, filesMax }: { alone: ReadonlySet<string>; filesMax: number }
): ImportItem[] {
  const [first] = items
  if (first === undefined) return []
  const isAlone = (item: ImportItem) => alone.has(item.key) || ruleOf(item) === 'copy'
  if (isAlone(first)) return [first]
  const batch: ImportItem[] = []
  const names = new Set<string>()
  let bytes = 0
  for (const item of items) {
    bytes += item.file.size
    const fits = batch.length < filesMax && (bytes <= bytesMax || batch.length === 0)
    if (!fits || isAlone(item) || ruleOf(item) !== ruleOf(first) || names.has(item.file.name)) break
    names.add(item.file.name)
    batch.push(item)
  }
  return batch
}
