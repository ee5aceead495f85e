import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { storable } from '#modules/kernel/text'
import { fileLimits, isSpecialFile, isSystemFile, mebibytes, nameOf } from '../../formats/index.ts'
import type { ListedFile } from './list_files.ts'

/** Limits of a whole archive. Its files are unpacked one at a time. */
const entriesMax = 200_000
const unpackedBytesMax = 64 * 1_073_741_824

/** A file of an archive. `packedBytes` is its compressed size. */
export type ArchiveFile = { name: string; packedBytes: number } & (
  | { refused: string }
  /** Unpacks the file into a folder and returns its path, or a reason if that fails. */
  | { refused: null; unpack(folder: string, signal?: AbortSignal): Promise<{ path: string } | { refused: string }> }
)

/** An archive that isn't a card itself. The caller must call `close` at the end. */
export interface PlainArchive {
  files: AsyncIterable<ArchiveFile>
  close(): void
}

/**
 * Opens an archive of files. Returns null for other files, and for archives that are cards, such as CharX and BYAF. Refuses an archive that
 * is damaged or exceeds the limits.
 */
export const openPlainArchive = async ({
  path,
  name,
}: ListedFile): Promise<PlainArchive | { refused: string } | null> => {
  if (!(await isZip(path))) return null
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
    const entries = await listEntries(zip)
    const close = () => zip.close()
    const isCard = entries !== null && isCardArchive(entries.map(nameOf))
    if (entries !== null && !isCard) return { files: filesOf(zip, entries, name), close }
    close()
    return isCard
      ? null
      : { refused: `The archive has more than ${entriesMax.toLocaleString('en')} files or unpacks to more than 64 GB.` }
  } catch {
    return { refused: 'The archive is damaged.' }
  }
}

/** Detects CharX, BYAF and Voxta archives. Facet can't read Voxta. */
const isCardArchive = (names: readonly string[]) =>
  names.some((name) => name === 'card.json' || name === 'manifest.json') ||
  (names.includes('package.json') && names.some((name) => name.startsWith('Characters/')))

const isZip = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && ['PK\x03\x04', 'PK\x05\x06'].includes(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}

/** Returns null if the archive exceeds the limits. */
const listEntries = async (zip: ZipFile): Promise<Entry[] | null> => {
  if (zip.entryCount > entriesMax) return null
  const entries: Entry[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    if (bytes > unpackedBytesMax) return null
    entries.push(entry)
  }
  return entries
}

async function* filesOf(zip: ZipFile, entries: readonly Entry[], archiveName: string): AsyncGenerator<ArchiveFile> {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const inner = storable(nameOf(entry))
    if (inner.endsWith('/') || isSystemFile(inner)) continue
    // Numbers a repeated name, because outcomes are reported by name.
    const count = (counts.get(inner) ?? 0) + 1
    counts.set(inner, count)
    const name = count === 1 ? `${archiveName}/${inner}` : `${archiveName}/${inner} (${count})`
    const file = { name, packedBytes: entry.compressedSize }
    if (isSpecialFile(entry)) yield { ...file, refused: 'It is a link or a special file.' }
    else if (entry.isEncrypted())
      yield { ...file, refused: 'The archive is encrypted. Unpack it with its password first.' }
    else if (entry.uncompressedSize > fileLimits.fileBytesMax)
      yield { ...file, refused: `The file is larger than ${mebibytes(fileLimits.fileBytesMax)}.` }
    else yield { ...file, refused: null, unpack: (folder, signal) => unpack(zip, entry, { folder, signal }) }
  }
}

let unpacked = 0

/** Unpacks an entry, but never under its name in the archive. yauzl refuses more bytes than the directory claims. */
const unpack = async (zip: ZipFile, entry: Entry, { folder, signal }: { folder: string; signal?: AbortSignal }) => {
  const path = join(folder, `unpacked-${++unpacked}`)
  try {
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path), { signal })
    return { path }
  } catch (error) {
    if (signal?.aborted) throw error
    if (['ENOSPC', 'EDQUOT', 'EACCES'].includes((error as { code?: string }).code ?? '')) throw error
    return { refused: 'The file in the archive is damaged.' }
  }
}
