import { isUtf8 } from 'node:buffer'
import { getFileNameLowLevel, type Entry } from 'yauzl'

const nameLengthMax = 1_000
const utf8Flag = 0x800

/** Returns an entry's name. Recognizes UTF-8 even without its flag, and backslashes of Windows programs as separators. */
export const nameOf = (entry: Entry): string => {
  const flags = isUtf8(entry.fileNameRaw) ? entry.generalPurposeBitFlag | utf8Flag : entry.generalPurposeBitFlag
  return getFileNameLowLevel(flags, entry.fileNameRaw, entry.extraFields, true).replaceAll('\\', '/')
}

/** Whether an operating system added the file to an archive or folder. */
export const isSystemFile = (name: string): boolean =>
  /^__MACOSX\/|(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini)$/i.test(name)

/** Whether programs can unpack a file with this name. Facet never uses names as paths, but neither reads nor writes unsafe names. */
export const isSafeName = (name: string): boolean =>
  name.length > 0 &&
  name.length <= nameLengthMax &&
  !/[\\\0]/.test(name) &&
  !/^(?:\/|[a-z]:)/i.test(name) &&
  !name.split('/').includes('..')

const unixSystem = 3
const fileTypeMask = 0o170000
const regularFile = 0o100000

/** Whether an entry is a link, a device or another special file. */
export const isSpecialFile = ({ versionMadeBy, externalFileAttributes }: Entry): boolean => {
  if (versionMadeBy >> 8 !== unixSystem) return false
  const type = (externalFileAttributes >>> 16) & fileTypeMask
  return type !== 0 && type !== regularFile
}
