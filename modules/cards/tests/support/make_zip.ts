import { crc32, deflateRawSync } from 'node:zlib'
import { bytesOf, uint16, uint32, type Content } from './bytes.ts'

/** An entry of an archive. Everything but name and content is a trap. */
export interface ZipEntry {
  name: string | Uint8Array
  content: Content
  isStored?: boolean
  isEncrypted?: boolean
  hasWrongChecksum?: boolean
  /** The size after decompression that the headers claim. */
  claimedBytes?: number
  /** The compressed bytes, if they differ from those of the content. */
  packed?: Uint8Array
  method?: number
  /** The Unix mode, such as 0o120777 for a link. */
  mode?: number
  /** The name in the local header, if it differs from the directory's. */
  localName?: string
  isInDirectory?: boolean
  hasUtf8Flag?: boolean
}

export interface ZipOptions {
  /** Bytes in front of the archive. */
  prefix?: Uint8Array
  /** Whether offsets count from the start of the file, prefix included, or of the archive. */
  offsetsFrom?: 'file' | 'archive'
  /** Writes sizes after the data, as streaming programs do. */
  isStreamed?: boolean
  comment?: Uint8Array
  claimedEntryCount?: number
}

/** Returns a zip archive, written by hand so that it can be wrong in any way. */
export const makeZip = (entries: readonly ZipEntry[], options: ZipOptions = {}): Buffer => {
  const { prefix = Buffer.alloc(0), offsetsFrom = 'archive', isStreamed = false, comment = Buffer.alloc(0) } = options
  const base = offsetsFrom === 'file' ? prefix.length : 0
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = base
  for (const entry of entries) {
    const content = bytesOf(entry.content)
    const name = Buffer.from(entry.name as string)
    const localName = Buffer.from(entry.localName ?? name)
    const method = entry.method ?? (entry.isStored ? 0 : 8)
    const packed = entry.packed ?? (entry.isStored ? content : deflateRawSync(content))
    const flags = (entry.isEncrypted ? 1 : 0) | (isStreamed ? 8 : 0) | (entry.hasUtf8Flag === false ? 0 : 0x800)
    const checksum = (crc32(content) ^ (entry.hasWrongChecksum ? 1 : 0)) >>> 0
    const sizes = uint32(checksum, packed.length, entry.claimedBytes ?? content.length)
    const fixed = Buffer.concat([uint16(20, flags, method, 0, 0x21)])
    const local = Buffer.concat([
      uint32(0x04034b50),
      fixed,
      isStreamed ? Buffer.alloc(12) : sizes,
      uint16(localName.length, 0),
      localName,
      packed,
      ...(isStreamed ? [uint32(0x08074b50), sizes] : []),
    ])
    if (entry.isInDirectory !== false)
      directory.push(
        Buffer.concat([
          uint32(0x02014b50),
          uint16((3 << 8) | 20),
          fixed,
          sizes,
          uint16(name.length, 0, 0, 0, 0),
          uint32(((entry.mode ?? 0o100644) << 16) >>> 0, at),
          name,
        ])
      )
    parts.push(local)
    at += local.length
  }
  const listing = Buffer.concat(directory)
  const count = options.claimedEntryCount ?? directory.length
  const end = [
    uint32(0x06054b50),
    uint16(0, 0, count, count),
    uint32(listing.length, at),
    uint16(comment.length),
    comment,
  ]
  return Buffer.concat([prefix, ...parts, listing, ...end])
}
