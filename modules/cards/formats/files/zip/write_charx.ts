import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { isSafeName } from './entry_names.ts'

export interface CharXEntry {
  /** The name in the card's `embeded://` URI, such as `assets/icon/images/main.png`. */
  name: string
  /** A function is called when the entry is written, so that only one file is in memory at a time. */
  bytes: Uint8Array | (() => Promise<Uint8Array>)
  /** For texts. Pictures don't shrink. False by default. */
  isCompressed?: boolean
}

/**
 * Streams a CharX archive: `card.json` first, then the entries in their order. The same input results in the same bytes on every machine.
 * Throws for a name that other programs couldn't unpack, and for a duplicate name. Destroys the stream if an entry can't be read, so that
 * an incomplete archive is recognizable.
 */
export const streamCharX = (card: Uint8Array, entries: readonly CharXEntry[]): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const names = new Set<string>()
  for (const { name, bytes, isCompressed = false } of [
    { name: 'card.json', bytes: card, isCompressed: true },
    ...entries,
  ]) {
    if (!isSafeName(name) || name.endsWith('/'))
      throw new Error(`An archive can’t hold the name ${JSON.stringify(name)}.`)
    if (names.has(name)) throw new Error(`Two entries have the name ${JSON.stringify(name)}.`)
    names.add(name)
    const options = { ...entryOptions(), compress: isCompressed }
    if (typeof bytes === 'function')
      zip.addReadStreamLazy(name, options, (callback) => {
        bytes().then(
          (read) => callback(null, Readable.from([read])),
          (error: Error) => output.destroy(error)
        )
      })
    else zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, options)
  }
  zip.end()
  return output
}

/** Returns options that result in the same bytes on every machine. */
export const entryOptions = () => ({
  // An arbitrary fixed day. It is a local time, because the format has no time zone.
  mtime: new Date(2000, 0, 1),
  forceDosTimestamp: true,
  mode: 0o100644,
})
