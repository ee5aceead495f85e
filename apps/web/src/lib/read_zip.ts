/*
 * Reads the files of a zip in the browser, one by one. The central directory decides, as everywhere in Facet. Zips beyond 4 GB, encrypted
 * entries and other methods than deflate are refused.
 */

export interface ZipEntry {
  /** The path in the zip. For display only. */
  name: string
  /** Decompresses the file. Throws `ZipProblem` if it has more bytes than allowed, or can't be read. */
  read(bytesMax: number): Promise<Blob>
}

/** Why a zip, or a file in it, can't be read. `message` is a sentence for users. */
export class ZipProblem extends Error {}

const unreadable = () => new ZipProblem('This zip can’t be read. Is it complete?')

const endLength = 22
const commentMax = 65_535
const signatures = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50 }
const deflate = 8
const encrypted = 1

/** Returns the files of a zip, without folders, in the order of its directory. Reads only the directory. */
export async function readZip(zip: Blob): Promise<ZipEntry[]> {
  const tailStart = Math.max(0, zip.size - endLength - commentMax)
  const tail = await viewOf(zip.slice(tailStart))
  let end = tail.byteLength - endLength
  while (end >= 0 && tail.getUint32(end, true) !== signatures.end) end--
  if (end < 0) throw unreadable()
  const [count, size, offset] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ]
  // Other bytes may stand before the zip.
  const start = tailStart + end - size
  const shift = start - offset
  if (start < 0 || shift < 0) throw unreadable()
  const directory = await viewOf(zip.slice(start, start + size))
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== signatures.entry) throw unreadable()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      directory.getUint16(at + field, true)
    ) as [number, number, number]
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameLength))
    const entry = {
      flags: directory.getUint16(at + 8, true),
      method: directory.getUint16(at + 10, true),
      bytes: directory.getUint32(at + 20, true),
      offset: directory.getUint32(at + 42, true) + shift,
    }
    if (!name.endsWith('/')) entries.push({ name, read: (bytesMax) => readEntry(zip, entry, bytesMax) })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

const readEntry = async (
  zip: Blob,
  { flags, method, bytes, offset }: { flags: number; method: number; bytes: number; offset: number },
  bytesMax: number
): Promise<Blob> => {
  const header = await viewOf(zip.slice(offset, offset + 30))
  const isPlain = method === 0
  if (header.byteLength < 30 || header.getUint32(0, true) !== signatures.local) throw unreadable()
  if (flags & encrypted || (!isPlain && method !== deflate))
    throw new ZipProblem('This file is encrypted or packed in an unusual way.')
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = zip.slice(start, start + bytes)
  if (packed.size < bytes) throw unreadable()
  if (!isPlain) return inflate(packed, bytesMax)
  if (bytes > bytesMax) throw tooLarge(bytesMax)
  return packed
}

/** Counts what comes out, because sizes in zips may be wrong. */
const inflate = async (packed: Blob, bytesMax: number): Promise<Blob> => {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const { readable, writable } = new DecompressionStream('deflate-raw')
  const writer = writable.getWriter()
  // The reader gets the error, too.
  void writer.write(await packed.arrayBuffer()).then(
    () => writer.close().catch(() => {}),
    () => {}
  )
  const reader = readable.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Blob(pieces)
      bytes += value.byteLength
      if (bytes > bytesMax) throw tooLarge(bytesMax)
      pieces.push(value)
    }
  } catch (error) {
    await reader.cancel().catch(() => {})
    throw error instanceof ZipProblem ? error : unreadable()
  }
}

const tooLarge = (bytesMax: number) =>
  new ZipProblem(`This file is larger than ${Math.round(bytesMax / 1_000_000)} MB.`)

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer())
