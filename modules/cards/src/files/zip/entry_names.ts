import { isUtf8 } from 'node:buffer'
import { getFileNameLowLevel, type Entry } from 'yauzl'

const nameLengthMax = 1_000
const utf8Flag = 0x800

/** An entry's name. Takes UTF-8 for what it is also when the flag for it is missing, as many programs write it. */
export const nameOf = (entry: Entry): string => {
  const flags = isUtf8(entry.fileNameRaw) ? entry.generalPurposeBitFlag | utf8Flag : entry.generalPurposeBitFlag
  return getFileNameLowLevel(flags, entry.fileNameRaw, entry.extraFields, true)
}

/** Names are never paths here. But programs that unpack an archive must be able to, so such names are neither read nor written. */
export const isSafeName = (name: string): boolean =>
  name.length > 0 &&
  name.length <= nameLengthMax &&
  !/[\\\0]/.test(name) &&
  !/^(?:\/|[a-z]:)/i.test(name) &&
  !name.split('/').includes('..')

const unixSystem = 3
const fileTypeMask = 0o170000
const regularFile = 0o100000

/** Whether an entry is a link, a device or the like. */
export const isSpecialFile = ({ versionMadeBy, externalFileAttributes }: Entry): boolean => {
  if (versionMadeBy >> 8 !== unixSystem) return false
  const type = (externalFileAttributes >>> 16) & fileTypeMask
  return type !== 0 && type !== regularFile
}
