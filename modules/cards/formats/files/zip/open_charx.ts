import { ok, type Result } from '#modules/kernel/result'
import type { FileRefusal, OpenedFile } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { quoted, Warnings } from '../warnings.ts'
import { archiveAssets, readDocument } from './archive_contents.ts'
import type { ZipArchive } from './zip_archive.ts'

/** Opens CharX: `card.json` and the assets that it names. `picture` is the picture before the archive, if there is one. */
export const openCharX = async (
  archive: ZipArchive,
  picture: Uint8Array | null,
  context: OpeningContext
): Promise<Result<OpenedFile, FileRefusal>> => {
  const warnings = new Warnings(context.limits.warningsMax)
  warnings.add(...archive.warnings)
  const card = await readDocument(archive, 'card.json', warnings, context)
  if (!card.ok) return card
  const documents = [card.value]
  return ok({
    format: 'charx',
    documents,
    picture,
    assets: archiveAssets(archive, documents, picture, context),
    files: [],
    kept: describeKept(archive.names),
    warnings: warnings.list(),
  })
}

/** Describes the files that RisuAI and other apps add to the archive. */
const describeKept = (names: readonly string[]): string[] => {
  const metaCount = names.filter((name) => name.startsWith('x_meta/')).length
  const rootJson = names.filter((name) => /^[^/]+\.json$/i.test(name) && name !== 'card.json')
  return [
    ...(names.includes('module.risum') ? ['The RisuAI module (module.risum) was kept, but is not used.'] : []),
    ...(metaCount > 0 ? [`RisuAI’s data about ${metaCount} assets (x_meta) were kept, but are not used.`] : []),
    ...rootJson.slice(0, 20).map((name) => `${quoted(name)} was kept, but is not used.`),
  ]
}
