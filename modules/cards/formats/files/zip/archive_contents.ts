import { fail, ok, type Result } from '#modules/kernel/result'
import { createAssets } from '../create_assets.ts'
import type { FileAssets, FileRefusal, SourceDocument } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { quoted, type Warnings } from '../warnings.ts'
import type { ZipArchive } from './zip_archive.ts'

/** Reads a JSON document from an archive. Refuses a duplicate name, because programs would read different documents. */
export const readDocument = async (
  archive: ZipArchive,
  name: string,
  warnings: Warnings,
  { limits }: OpeningContext
): Promise<Result<SourceDocument, FileRefusal>> => {
  if (archive.isDoubled(name))
    return fail({ kind: 'ambiguous', reason: `The archive has ${quoted(name)} more than once. Pack it again.` })
  const content = await archive.read(name, limits.documentBytesMax)
  if (!content.ok) return content
  if (!content.value.hasRightChecksum) warnings.add(`The checksum of ${quoted(name)} is wrong.`)
  return ok({ source: name, bytes: content.value.bytes })
}

/** Returns the entries of an archive as assets. */
export const archiveAssets = (
  archive: ZipArchive,
  documents: readonly SourceDocument[],
  picture: Uint8Array | null,
  { limits }: OpeningContext
): FileAssets =>
  createAssets({
    names: archive.names.filter((name) => !documents.some(({ source }) => source === name)),
    picture,
    limits,
    hasEntry: (name) => archive.has(name),
    readEntry: async (name) => {
      const content = await archive.read(name)
      if (content.ok) return ok(content.value.bytes)
      const { kind, reason } = content.failure
      return fail({ kind: kind === 'too_large' || kind === 'unsupported' ? kind : 'damaged', reason })
    },
  })
