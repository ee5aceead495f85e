import { cardImportLimits, type DoublesRule } from '#modules/cards/api'
import { doublesOf, type ImportItem } from './import_item.ts'

/** Small, so that progress is real and little is sent again after a lost connection. */
const filesMin = 8
const bytesMax = 24 * 1_048_576
/** Of many files, a batch has more of them, because requests are limited. */
const batchesWanted = 40

export const batchSizeOf = (files: number): number =>
  Math.min(cardImportLimits.filesMax, Math.max(filesMin, Math.ceil(files / batchesWanted)))

/** The rule that a file is sent with. Only files with doubles need another one than `skip`, with which a repeated request does no harm. */
export const ruleOf = (item: ImportItem): DoublesRule => (doublesOf(item) > 0 ? item.doubles : 'skip')

/**
 * The first items that one request takes: of one rule, and each with another name, because answers name files. Copies and items in `alone`
 * are sent one by one.
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
