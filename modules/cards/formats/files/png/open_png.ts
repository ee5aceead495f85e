import { fail, ok, type Result } from '#modules/kernel/result'
import { JsonDocument } from '../../json/json_document.ts'
import { base64BytesMax, decodeBase64 } from '../base64.ts'
import { createAssets } from '../create_assets.ts'
import { decodeCardText } from '../decode_card_text.ts'
import type { OpeningContext } from '../opening_context.ts'
import type { AssetRefusal, FileRefusal, OpenedFile, SourceDocument } from '../opened_file.ts'
import { readCommentCard } from '../pictures/comment_card.ts'
import { readUserComment } from '../pictures/exif.ts'
import { mebibytes, quoted, Warnings } from '../warnings.ts'
import { readPngChunks, type PngChunk } from './png_chunks.ts'
import { readKeyword, readTextValue } from './png_text.ts'

/** The keywords of RisuAI's asset chunks, such as `chara-ext-asset_:3`. Older files have no colon. */
const assetKeyword = /^chara-ext-asset_:?(.*)$/is

/** The maximum number of card chunks to try for each keyword. Each additional chunk might have to be decompressed and parsed, too. */
const candidatesMax = 4

/** Opens a PNG. Prefers cards named `ccv3`, then `chara`. Without them, reads a NovelAI lorebook, else a Backyard card in the Exif data. */
export const openPng = (file: Uint8Array, context: OpeningContext): Result<OpenedFile, FileRefusal> => {
  const read = readPngChunks(file, context.limits)
  if (!read.ok) return read
  const { chunks, isAnimated, end, isComplete } = read.value
  const warnings = new Warnings(context.limits.warningsMax)
  if (!isComplete) warnings.add('The PNG has no end.')
  if (end < file.length) warnings.add(`${file.length - end} bytes after the end of the PNG were dropped.`)

  const byKeyword = Map.groupBy(
    chunks.filter(({ type }) => type !== 'eXIf'),
    (chunk) => readKeyword(chunk)?.toLowerCase() ?? ''
  )
  const documents = readDocuments(byKeyword, chunks, warnings, context)
  if (!documents.ok) return documents
  const assets = readAssetChunks(byKeyword)
  const picture = file.subarray(0, end)
  return ok({
    format: isAnimated ? 'apng' : 'png',
    documents: documents.value,
    picture,
    assets: createAssets({
      names: [...assets.keys()],
      picture,
      limits: context.limits,
      readChunk: (key) => readAssetChunk(assets.get(key), context),
    }),
    files: [],
    kept: [],
    warnings: warnings.list(),
  })
}

const readDocuments = (
  byKeyword: Map<string, PngChunk[]>,
  chunks: readonly PngChunk[],
  warnings: Warnings,
  context: OpeningContext
): Result<SourceDocument[], FileRefusal> => {
  const cards = ['ccv3', 'chara'].flatMap((source) => {
    const found = byKeyword.get(source) ?? []
    if (found.length > 1)
      warnings.add(`The PNG has ${found.length} cards named ${quoted(source)}. The first one counts.`)
    return found.slice(0, candidatesMax).map((chunk) => ({ source, chunk }))
  })
  if (cards.length > 0) return readCards(cards, warnings, context)

  const [lorebook] = byKeyword.get('naidata') ?? []
  if (lorebook) return readCards([{ source: 'naidata', chunk: lorebook }], warnings, context)

  const comment = chunks
    .filter(({ type }) => type === 'eXIf')
    .map(({ data }) => readUserComment(data))
    .find((comment) => comment !== null)
  const card = readCommentCard(comment ?? null, context.limits)
  return card.ok ? ok([card.value]) : card
}

/**
 * Decodes the first readable card of each keyword. If none is readable, refuses the file with the first card's reason. Also refuses a file
 * with an encrypted card, because the others may be stale.
 */
const readCards = (
  cards: readonly { source: string; chunk: PngChunk }[],
  warnings: Warnings,
  context: OpeningContext
): Result<SourceDocument[], FileRefusal> => {
  const documents: SourceDocument[] = []
  const failures: FileRefusal[] = []
  for (const { source, chunk } of cards) {
    if (documents.some((document) => document.source === source)) continue
    if (!chunk.hasRightChecksum) warnings.add(`The checksum of the card ${quoted(source)} is wrong.`)
    const decoded = readCard(chunk, cards.length > 1, context)
    if (decoded.ok) {
      warnings.add(...decoded.value.warnings)
      documents.push({ source, bytes: decoded.value.bytes })
      continue
    }
    if (decoded.failure.kind === 'encrypted') return decoded
    failures.push(decoded.failure)
    warnings.add(`A card named ${quoted(source)} was left out. ${decoded.failure.reason}`)
  }
  return documents.length > 0 ? ok(documents) : fail(failures[0]!)
}

/** Decodes a card. If the file has another card to fall back to, the JSON must be valid, too. */
const readCard = (chunk: PngChunk, hasAlternative: boolean, { limits, budget }: OpeningContext) => {
  const value = readTextValue(chunk, limits, budget)
  if (!value.ok) return value
  const decoded = decodeCardText(value.value, limits)
  if (!decoded.ok || !hasAlternative) return decoded
  const json = JsonDocument.read(decoded.value.bytes)
  return json.ok ? decoded : fail<FileRefusal>({ kind: 'damaged', reason: json.failure.reason })
}

const readAssetChunks = (byKeyword: Map<string, PngChunk[]>): Map<string, PngChunk> => {
  const assets = new Map<string, PngChunk>()
  for (const [keyword, [chunk]] of byKeyword) {
    const key = assetKeyword.exec(keyword)?.[1]
    if (key !== undefined && !assets.has(key)) assets.set(key, chunk!)
  }
  return assets
}

const readAssetChunk = (
  chunk: PngChunk | undefined,
  { limits, budget }: OpeningContext
): Result<Uint8Array, AssetRefusal> => {
  if (!chunk) return fail({ kind: 'missing', reason: 'The PNG doesn’t hold this asset.' })
  const value = readTextValue(chunk, limits, budget)
  if (!value.ok)
    return fail({ kind: value.failure.kind === 'too_large' ? 'too_large' : 'damaged', reason: value.failure.reason })
  if (base64BytesMax(value.value.length) > limits.fileBytesMax)
    return fail({ kind: 'too_large', reason: `The asset is larger than ${mebibytes(limits.fileBytesMax)}.` })
  const decoded = decodeBase64(latin1(value.value))
  return decoded.ok ? ok(decoded.value.bytes) : fail({ kind: 'damaged', reason: decoded.failure })
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
