import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { FileRefusal } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { mebibytes, quoted } from '../warnings.ts'
import { dataRangeOf, isInside, mergeRanges } from './data_ranges.ts'
import { isSafeName, isSpecialFile, nameOf } from './entry_names.ts'
import {
  ambiguousArchive,
  checkEndRecord,
  damagedArchive,
  hasOtherEndRecord,
  type EndRecord,
} from './find_end_record.ts'

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw)

const stored = 0
const deflated = 8
const directoryEntryLength = 46

/** The entries of a zip archive, from its central directory. Local headers are only used to find the data. */
export class ZipArchive {
  /** The archive's offset in the file. A picture may precede the archive. */
  readonly start: number
  /** The first entry of each name. */
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #doubled: ReadonlySet<string>
  /** Entries that can't be read under their names, and why. */
  readonly leftOut: readonly LeftOut[]
  /** Sentences about these entries. */
  readonly warnings: readonly string[]
  readonly #zip: ZipFile
  readonly #bytes: Buffer
  readonly #context: OpeningContext
  /** Entries whose size was already deducted from the budget. */
  readonly #paid = new Set<Entry>()

  private constructor(bytes: Buffer, zip: ZipFile, start: number, listing: Listing, context: OpeningContext) {
    this.#bytes = bytes
    this.#zip = zip
    this.start = start
    this.#entries = listing.entries
    this.#doubled = listing.doubled
    this.leftOut = listing.leftOut
    this.warnings = listing.leftOut.map(({ name, why }) => `${quoted(name)} in the archive was left out: ${why}.`)
    this.#context = context
  }

  /** `end` is the file's end record. */
  static async open(file: Buffer, end: EndRecord, context: OpeningContext): Promise<Result<ZipArchive, FileRefusal>> {
    const checked = checkEndRecord(file, end)
    if (!checked.ok) return checked
    const { entriesMax } = context.limits
    if (end.entryCount > entriesMax)
      return fail({ kind: 'too_many_entries', reason: `The archive has more than ${entriesMax} files.` })
    // The archive's offsets count from this position.
    const bytes = file.subarray(end.shift)
    const directory = await readDirectory(bytes)
    if (!directory.ok) return directory
    const { zip, entries } = directory.value
    if (entries.some((entry) => entry.isEncrypted())) return fail(encrypted)
    const listedBytes = entries.reduce((sum, entry) => sum + directoryLengthOf(entry), 0)
    if (listedBytes !== end.at - end.directoryStart) return fail(damagedArchive)
    const ranges = entries.map((entry) => dataRangeOf(bytes, entry))
    const data = mergeRanges(ranges)
    if (hasOtherEndRecord(file, end, (offset) => isInside(data, offset - end.shift))) return fail(ambiguousArchive)
    const first = Math.min(...ranges.map(({ header }) => header))
    return ok(new ZipArchive(bytes, zip, end.shift + first, listEntries(entries), context))
  }

  /** The names of all files. Excludes folders. */
  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Whether more than one entry has exactly this name. */
  isDoubled(name: string): boolean {
    return this.#doubled.has(name)
  }

  /** Returns the size that the directory claims. */
  claimedBytes(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0
  }

  /** Decompresses an entry. Refuses an entry that is larger than its directory entry claims or the limits allow. */
  async read(
    name: string,
    bytesMax: number = this.#context.limits.fileBytesMax
  ): Promise<Result<ZipContent, FileRefusal>> {
    const entry = this.#entries.get(name)
    if (!entry) return fail({ kind: 'damaged', reason: `The archive has no ${quoted(name)}.` })
    const { budget } = this.#context
    const isPaid = this.#paid.has(entry)
    if (entry.uncompressedSize > bytesMax) return fail(tooLarge(`${quoted(name)} in the archive is larger`, bytesMax))
    if (!isPaid && entry.uncompressedSize > budget.left)
      return fail(tooLarge('The archive decompresses to more', this.#context.limits.inflatedBytesMax))
    // Spends the budget before decompressing, so that concurrent reads can't exceed it. Decompression never exceeds the claimed size.
    if (!isPaid) budget.spend(entry.uncompressedSize)
    this.#paid.add(entry)
    const content = await this.#decompress(entry, name)
    if (!content.ok) return content
    return ok({ bytes: content.value, hasRightChecksum: crc32(content.value) === entry.crc32 })
  }

  async #decompress(entry: Entry, name: string): Promise<Result<Uint8Array, FileRefusal>> {
    const damaged: FileRefusal = { kind: 'damaged', reason: `${quoted(name)} in the archive is damaged.` }
    try {
      const { fileDataStart } = await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true })
      const packed = this.#bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)
      if (entry.compressionMethod === stored) return ok(packed)
      if (entry.compressionMethod !== deflated)
        return fail({ kind: 'unsupported', reason: `${quoted(name)} in the archive is compressed in an unknown way.` })
      // For zlib, zero means no limit.
      const bytes = await inflate(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) })
      return bytes.length === entry.uncompressedSize ? ok(bytes) : fail(damaged)
    } catch {
      return fail(damaged)
    }
  }
}

/** Reads the central directory. yauzl throws for malformed and for encrypted directories. */
const readDirectory = async (bytes: Buffer): Promise<Result<{ zip: ZipFile; entries: Entry[] }, FileRefusal>> => {
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false })
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return ok({ zip, entries })
  } catch (error) {
    return fail(/encrypt/i.test(String(error)) ? encrypted : damagedArchive)
  }
}

export interface ZipContent {
  bytes: Uint8Array
  hasRightChecksum: boolean
}

interface Listing {
  entries: Map<string, Entry>
  doubled: Set<string>
  leftOut: LeftOut[]
}

export interface LeftOut {
  name: string
  why: string
}

const listEntries = (all: readonly Entry[]): Listing => {
  const entries = new Map<string, Entry>()
  const doubled = new Set<string>()
  const listed: LeftOut[] = []
  for (const entry of all) {
    const name = nameOf(entry)
    const leftOut = (why: string) => listed.push({ name, why })
    if (!isSafeName(name)) leftOut('its name is a path outside the archive, or not portable')
    else if (name.endsWith('/')) continue
    else if (isSpecialFile(entry)) leftOut('it is a link or a special file')
    else if (!entries.has(name)) entries.set(name, entry)
    else {
      doubled.add(name)
      leftOut('another file has the same name')
    }
  }
  return { entries, doubled, leftOut: listed }
}

const directoryLengthOf = ({ fileNameLength, extraFieldLength, fileCommentLength }: Entry) =>
  directoryEntryLength + fileNameLength + extraFieldLength + fileCommentLength

const encrypted: FileRefusal = {
  kind: 'encrypted',
  reason: 'The archive is encrypted. Unpack it with its password first.',
}

const tooLarge = (what: string, bytesMax: number): FileRefusal => ({
  kind: 'too_large',
  reason: `${what} than ${mebibytes(bytesMax)}.`,
})
