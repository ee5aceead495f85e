import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { isSafeName } from './entry_names.ts'

export interface CharXEntry {
  /** As in the card's `embeded://` URI, such as `assets/icon/images/main.png`. */
  name: string
  bytes: Uint8Array
  /** For texts. Pictures don't shrink. Default: stored as it is. */
  isCompressed?: boolean
}

/**
 * A CharX archive: `card.json` first, then the entries in their order. The same input gives the same bytes on every machine. Throws for
 * a name that other programs couldn't unpack, and for two equal names.
 */
export const writeCharX = (card: Uint8Array, entries: readonly CharXEntry[]): Promise<Buffer> => {
  const zip = new ZipFile()
  const names = new Set<string>()
  for (const { name, bytes, isCompressed = false } of [
    { name: 'card.json', bytes: card, isCompressed: true },
    ...entries,
  ]) {
    if (!isSafeName(name) || name.endsWith('/'))
      throw new Error(`An archive can’t hold the name ${JSON.stringify(name)}.`)
    if (names.has(name)) throw new Error(`Two entries have the name ${JSON.stringify(name)}.`)
    names.add(name)
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, {
      // Any fixed day. Made of local parts, because the format has no time zone.
      mtime: new Date(2000, 0, 1),
      forceDosTimestamp: true,
      mode: 0o100644,
      compress: isCompressed,
    })
  }
  zip.end()
  return buffer(zip.outputStream as Readable)
}
