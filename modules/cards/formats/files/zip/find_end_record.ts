import { fail, ok, type Result } from '#modules/kernel/result'
import type { FileRefusal } from '../opened_file.ts'

const signature = Buffer.from('PK\x05\x06', 'latin1')
const zip64LocatorSignature = 0x07064b50
const directorySignature = 0x02014b50
const recordLength = 22
const commentLengthMax = 0xffff

/** The end record of a zip archive (APPNOTE 4.3.16) and values derived from it. Offsets count from the file's start. */
export interface EndRecord {
  at: number
  entryCount: number
  directoryStart: number
  /** The value to add to the archive's own offsets: the length of the data before the archive, or 0 if the offsets include it. */
  shift: number
}

/** Finds the last end record, which must extend to the end of the file. Returns null if there is none. */
export const findEndRecord = (file: Buffer): EndRecord | null => {
  const lowest = Math.max(0, file.length - recordLength - commentLengthMax)
  for (let at = file.length - recordLength; at >= lowest; at = file.lastIndexOf(signature, at - 1)) {
    const isSigned = file.subarray(at, at + 4).equals(signature)
    if (isSigned && file.readUInt16LE(at + 20) === file.length - at - recordLength) {
      const directoryStart = at - file.readUInt32LE(at + 12)
      return {
        at,
        entryCount: file.readUInt16LE(at + 10),
        directoryStart,
        shift: directoryStart - file.readUInt32LE(at + 16),
      }
    }
    if (at === 0) return null
  }
  return null
}

/** Checks for features that programs handle differently: 64-bit records, several disks, and a directory at another offset than recorded. */
export const checkEndRecord = (
  file: Buffer,
  { at, entryCount, directoryStart, shift }: EndRecord
): Result<true, FileRefusal> => {
  const hasZip64 = at >= 20 && file.readUInt32LE(at - 20) === zip64LocatorSignature
  if (hasZip64)
    return fail({ kind: 'unsupported', reason: 'The archive uses the 64-bit zip format. Pack it again without it.' })
  // Programs that search from the end find a signature in the comment first.
  if (file.indexOf(signature, at + 1) >= 0) return fail(ambiguousArchive)
  const isOneDisk = file.readUInt16LE(at + 4) === 0 && file.readUInt16LE(at + 8) === entryCount
  if (!isOneDisk) return fail({ kind: 'unsupported', reason: 'The archive is split into several files.' })
  if (entryCount === 0) return fail({ kind: 'no_card', reason: 'The archive is empty.' })
  const isDirectory =
    directoryStart >= 0 && directoryStart < at && file.readUInt32LE(directoryStart) === directorySignature
  if (shift < 0 || !isDirectory) return fail(damagedArchive)
  return ok(true)
}

/** Whether another end record before `chosen` has a directory of its own. Records inside an entry's data belong to contained files. */
export const hasOtherEndRecord = (
  file: Buffer,
  chosen: EndRecord,
  isInsideEntry: (offset: number) => boolean
): boolean => {
  for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 1)) {
    if (at >= chosen.at) return false
    const start = at - file.readUInt32LE(at + 12)
    const hasDirectory = start >= 0 && start + 4 <= at && file.readUInt32LE(start) === directorySignature
    if (hasDirectory && !isInsideEntry(at)) return true
  }
  return false
}

export const damagedArchive: FileRefusal = {
  kind: 'damaged',
  reason: 'The archive is damaged or cut short. Download it again.',
}

export const ambiguousArchive: FileRefusal = {
  kind: 'ambiguous',
  reason: 'The file holds more than one archive, so programs would read different cards in it. Pack it again.',
}
