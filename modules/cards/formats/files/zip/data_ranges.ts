import type { Entry } from 'yauzl'

const localHeaderLength = 30

interface Range {
  start: number
  end: number
}

/** Returns the offsets of an entry's header and data in the archive. The data is empty if the header is outside the archive. */
export const dataRangeOf = (
  bytes: Buffer,
  { relativeOffsetOfLocalHeader: header, compressedSize }: Entry
): Range & { header: number } => {
  if (header + localHeaderLength > bytes.length) return { header, start: header, end: header }
  const start = header + localHeaderLength + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
  return { header, start, end: start + compressedSize }
}

/** Sorts and merges overlapping ranges, so that a search takes few steps, whatever the archive claims. */
export const mergeRanges = (ranges: readonly Range[]): Range[] => {
  const merged: Range[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** Whether an offset is inside one of the merged ranges. Uses a binary search. */
export const isInside = (merged: readonly Range[], offset: number): boolean => {
  let [low, high] = [0, merged.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (merged[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  return low < merged.length && merged[low]!.start <= offset
}
