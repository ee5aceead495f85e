import { fail, ok, type Result } from '#modules/kernel/result'
import type { FileRefusal, OpenedFile } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { createAssets } from '../create_assets.ts'
import { Warnings } from '../warnings.ts'
import { openByaf, readManifest } from './open_byaf.ts'
import { openCharX } from './open_charx.ts'
import { ambiguousArchive, damagedArchive, findEndRecord } from './find_end_record.ts'
import { isSystemFile } from './entry_names.ts'
import { ZipArchive } from './zip_archive.ts'

/** Opens a zip as BYAF, as CharX, or else as a plain archive of files. */
export const openZip = async (file: Buffer, context: OpeningContext): Promise<Result<OpenedFile, FileRefusal>> => {
  const end = findEndRecord(file)
  if (!end) return fail(damagedArchive)
  // The file begins like an archive, but the directory belongs to a later archive.
  if (end.shift > 0) return fail(ambiguousArchive)
  const opened = await ZipArchive.open(file, end, context)
  if (!opened.ok) return opened
  const archive = opened.value
  if (archive.has('manifest.json')) {
    const manifest = await readManifest(archive, context)
    if (!manifest.ok) return manifest
    if (manifest.value) return openByaf(archive, manifest.value, context)
  }
  if (archive.has('card.json')) return openCharX(archive, null, context)
  if (archive.has('package.json') && archive.names.some((name) => name.startsWith('Characters/')))
    return fail({ kind: 'unsupported', reason: 'This is a Voxta package. Facet can’t read those.' })
  return openPlainArchive(archive, context)
}

/** Opens the archive behind a JPEG. Returns null if there is no archive, or if it has no card. */
export const openZipBehindJpeg = async (
  file: Buffer,
  context: OpeningContext
): Promise<Result<OpenedFile, FileRefusal> | null> => {
  const end = findEndRecord(file)
  if (!end) return null
  const opened = await ZipArchive.open(file, end, context)
  if (!opened.ok) return opened
  return opened.value.has('card.json') ? openCharX(opened.value, file.subarray(0, opened.value.start), context) : null
}

const openPlainArchive = (archive: ZipArchive, context: OpeningContext): Result<OpenedFile, FileRefusal> => {
  if (context.isContained)
    return fail({
      kind: 'nested_archive',
      reason: 'The archive is inside another archive. Unpack the outer one first.',
    })
  const names = archive.names.filter((name) => !isSystemFile(name))
  const leftOut = archive.leftOut.filter(({ name }) => !isSystemFile(name))
  if (names.length === 0 && leftOut.length === 0)
    return fail({ kind: 'no_card', reason: 'The archive holds no files.' })
  const warnings = new Warnings(context.limits.warningsMax)
  warnings.add(...archive.warnings)
  const read = async (name: string): Promise<Result<Uint8Array, FileRefusal>> => {
    const content = await archive.read(name)
    return content.ok ? ok(content.value.bytes) : content
  }
  return ok({
    format: 'zip',
    documents: [],
    picture: null,
    assets: createAssets({ names: [], picture: null, limits: context.limits }),
    files: [
      ...names.map((name) => ({
        name,
        bytes: archive.claimedBytes(name),
        read: () => read(name),
        open: async (known?: Uint8Array) => {
          const bytes = known ? ok(known) : await read(name)
          return bytes.ok ? context.openContained(bytes.value) : bytes
        },
      })),
      ...leftOut.map(({ name, why }) => {
        const refusal = async () => fail<FileRefusal>({ kind: 'unsupported', reason: `The file was left out: ${why}.` })
        return { name, bytes: 0, read: refusal, open: refusal }
      }),
    ],
    kept: [],
    warnings: warnings.list(),
  })
}
