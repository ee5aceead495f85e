import { fail, ok, type Result } from '#modules/kernel/result'
import { JsonDocument } from '../../json/json_document.ts'
import type { FileRefusal, OpenedFile, SourceDocument } from '../opened_file.ts'
import type { OpeningContext } from '../opening_context.ts'
import { quoted, Warnings } from '../warnings.ts'
import { archiveAssets, readDocument } from './archive_contents.ts'
import type { ZipArchive } from './zip_archive.ts'

interface Manifest {
  document: SourceDocument
  characters: string[]
  scenarios: string[]
}

/** Reads a manifest. Returns null if it isn't Backyard's, because other programs also have a `manifest.json`. */
export const readManifest = async (
  archive: ZipArchive,
  context: OpeningContext
): Promise<Result<Manifest | null, FileRefusal>> => {
  const document = await readDocument(archive, 'manifest.json', new Warnings(0), context)
  if (!document.ok) return document
  const json = JsonDocument.read(document.value.bytes)
  const characters = json.ok ? pathsAt(json.value, 'characters') : null
  if (!json.ok || !characters) return ok(null)
  return ok({ document: document.value, characters, scenarios: pathsAt(json.value, 'scenarios') ?? [] })
}

const pathsAt = (json: JsonDocument, key: string): string[] | null => {
  const node = json.find([key])
  if (node?.kind !== 'array') return null
  return node.items.filter(({ kind }) => kind === 'string').map((item) => json.toValue(item) as string)
}

/** Opens BYAF, Backyard's archive, with the documents that its manifest lists. A character is required. Scenarios may be missing. */
export const openByaf = async (
  archive: ZipArchive,
  manifest: Manifest,
  context: OpeningContext
): Promise<Result<OpenedFile, FileRefusal>> => {
  const warnings = new Warnings(context.limits.warningsMax)
  warnings.add(...archive.warnings)
  const { characters, scenarios } = manifest
  if (characters.length === 0) return fail({ kind: 'no_card', reason: 'The archive’s manifest names no character.' })
  if (characters.length > 1) warnings.add(`The archive has ${characters.length} characters. The first one counts.`)
  const { scenariosMax } = context.limits
  if (scenarios.length > scenariosMax)
    return fail({ kind: 'too_many_entries', reason: `The archive has more than ${scenariosMax} scenarios.` })

  const character = await readDocument(archive, characters[0]!, warnings, context)
  if (!character.ok) return character
  const documents = [manifest.document, character.value]
  for (const name of new Set(scenarios)) {
    if (!archive.has(name)) {
      warnings.add(`The archive has no ${quoted(name)}, which its manifest names.`)
      continue
    }
    const scenario = await readDocument(archive, name, warnings, context)
    if (!scenario.ok) return scenario
    documents.push(scenario.value)
  }
  return ok({
    format: 'byaf',
    documents,
    picture: null,
    assets: archiveAssets(archive, documents, null, context),
    files: [],
    kept: [],
    warnings: warnings.list(),
  })
}
