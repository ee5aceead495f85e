import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isBlank, storable } from '#modules/kernel/text'
import {
  type CardBook,
  type CharacterDraft,
  type CharacterReading,
  type ChatEvent,
  classify,
  decodeText,
  encodeJson,
  facetIdPath,
  type FileRefusal,
  JsonDocument,
  type JsonPath,
  lorebookIdPath,
  type OpenedFile,
  openFile,
  readByaf,
  readByafChats,
  type ReadCharacter,
  readCharacterDocument,
  type ReadingOptions,
  type ReadLorebook,
  readLorebook,
  readOobaYaml,
  type SourceDocument,
} from '../../../formats/index.ts'
import type { CardEvent, CardReadingJob, OriginalFile, ReadBook, ReadCard, RefusedFile } from './card_event.ts'
import { findSprites, writeSprites } from './read_sprites.ts'
import { writePictures } from './write_pictures.ts'

/** The maximum length of names, which are for display only. Longer names are cut. */
const nameMax = 300

/** Reads a file, or the files of an archive one by one. Never throws because of a file's contents. */
export async function* readCardFile(job: CardReadingJob): AsyncGenerator<CardEvent> {
  const name = shownName(job.fileName)
  const bytes = await readFile(job.file)
  const opened = await openFile(bytes)
  if (!opened.ok) yield refusedFile(name, opened.failure)
  else if (opened.value.format === 'zip') yield* readArchive(opened.value, name, job)
  else {
    const list = listIn(opened.value)
    if (list) return yield* readList(list, name, job)
    const place = async () => ({ folder: await makeFolder(job, 0), path: job.file })
    const file = { bytes, name, archiveName: null, place }
    yield { file: name, ...(await readOne(opened.value, file, job.options)) }
  }
}

/** Returns the items of a JSON list of cards. Null for other files, such as lorebooks that are lists. */
const listIn = ({ format, documents: [document] }: OpenedFile): string[] | null => {
  if (format !== 'json' || !document) return null
  // Other documents needn't be parsed twice.
  if (!decodeText(document.bytes.subarray(0, 1_024)).text.trimStart().startsWith('[')) return null
  const json = JsonDocument.read(document.bytes)
  if (!json.ok || json.value.root.kind !== 'array' || classify(json.value.toValue()).holds !== 'list') return null
  return json.value.root.items.map((item) => json.value.raw(item))
}

/** Reads each card of a JSON list like a file in an archive, with its index as the name. */
async function* readList(items: readonly string[], listName: string, job: CardReadingJob): AsyncGenerator<CardEvent> {
  for (const [at, item] of items.entries()) {
    const name = `${listName}/${at}`
    const bytes = encodeJson(item)
    const opened = await openFile(bytes)
    if (!opened.ok) {
      yield refusedFile(name, opened.failure)
      continue
    }
    const place = placeCopy(job, at, bytes)
    const file = { bytes, name: `${at}.json`, archiveName: listName, place }
    yield { file: name, ...(await readOne(opened.value, file, job.options)) }
  }
}

/** Returns a function that writes a file out of an archive or list into its own folder. */
const placeCopy = (job: CardReadingJob, at: number, bytes: Uint8Array) => async () => {
  const folder = await makeFolder(job, at)
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return { folder, path }
}

async function* readArchive(archive: OpenedFile, archiveName: string, job: CardReadingJob): AsyncGenerator<CardEvent> {
  const sprites = findSprites(archive.files)
  const ofCards = new Set([...sprites.values()].flat())
  for (const [at, contained] of archive.files.entries()) {
    const inner = shownName(contained.name)
    const name = `${archiveName}/${inner}`
    const bytes = await contained.read()
    const opened = bytes.ok ? await contained.open(bytes.value) : bytes
    if (!bytes.ok || !opened.ok) {
      const { failure } = opened as { failure: FileRefusal }
      // Its card has it.
      if (!ofCards.has(contained) || failure.kind !== 'no_card') yield refusedFile(name, failure)
      continue
    }
    const place = placeCopy(job, at, bytes.value)
    const list = listIn(opened.value)
    if (list) {
      yield* readList(list, name, { ...job, folder: join(job.folder, String(at)) })
      continue
    }
    const file = { bytes: bytes.value, name: inner, archiveName, place }
    const read = await readOne(opened.value, file, job.options)
    if (read.kind === 'card') read.pictures.push(...(await writeSprites(sprites.get(contained) ?? [], read.folder)))
    yield { file: name, ...read }
  }
}

const makeFolder = async ({ folder }: CardReadingJob, at: number) => {
  const path = join(folder, String(at))
  await mkdir(path, { recursive: true })
  return path
}

const shownName = (name: string): string => storable(name.slice(0, nameMax))

const refusedFile = (file: string, { reason }: FileRefusal): CardEvent => ({
  file,
  folder: '',
  ...refused(null, reason),
})

const chatReason = 'This is a chat. Import it by itself, with its character.'

const refused = (opened: OpenedFile | null, because: string): RefusedFile => ({
  kind: 'refused',
  format: because === chatReason ? 'chat' : (opened?.format ?? null),
  because,
  kept: [],
  warnings: [...(opened?.warnings ?? [])],
})

interface FileToRead extends Pick<OriginalFile, 'name' | 'archiveName'> {
  bytes: Uint8Array
  /** Creates the event's folder, and returns it with the file's path. Not called for a refused file, because an archive may have thousands. */
  place: () => Promise<{ folder: string; path: string }>
}

const readOne = async (
  opened: OpenedFile,
  { bytes, place, ...file }: FileToRead,
  options: CardReadingJob['options']
): Promise<(ReadCard | ReadBook | RefusedFile) & { folder: string }> => {
  const content = readContent(opened, { ...options, fileName: file.name })
  if (!content.ok) return { folder: '', ...refused(opened, content.failure) }
  const { folder, path } = await place()
  const original: OriginalFile = {
    ...file,
    path,
    sha256: sha256Of(bytes),
    bytes: bytes.byteLength,
    format: opened.format,
  }
  if (content.value.holds === 'lorebook') {
    const { lorebook, document, json } = content.value
    const { book, entries, format, kept, warnings } = lorebook
    return {
      folder,
      kind: 'book',
      format,
      book: { book, entries, original: { format, bytes: document.bytes } },
      documentSha256: hashOfText(document),
      facetId: facetIdOf(json, lorebookIdPath(json)),
      original,
      kept: [...opened.kept, ...kept],
      warnings: [...opened.warnings, ...json.warnings, ...warnings],
    }
  }
  const { character, document, json, documentSha256, scenarios } = content.value
  const { draft, report, chats } = character
  const { book, assets, ...texts } = draft
  const notes = {
    kept: [...opened.kept, ...report.kept],
    warnings: [...opened.warnings, ...report.warnings, ...differences(opened, draft, options)],
  }
  const lorebook = book && readBook(book, json, draft.name)
  if (lorebook && !lorebook.ok) notes.warnings.push(`The lorebook was left out: ${lorebook.failure}`)
  const pictures = await writePictures({ opened, assets, folder, notes })
  return {
    folder,
    kind: 'card',
    format: report.format,
    spec: report.spec,
    draft: texts,
    ...pictures,
    book: lorebook?.ok ? lorebook.value : null,
    chats,
    chatEvents: await readChats(character, scenarios),
    document: { ...document, sha256: documentSha256 },
    facetId: json && facetIdOf(json, facetIdPath),
    origins: json ? originsOf(json, report.format) : [],
    original,
    kept: lorebook?.ok ? [...notes.kept, ...lorebook.value.kept] : notes.kept,
    warnings: lorebook?.ok ? [...notes.warnings, ...lorebook.value.warnings] : notes.warnings,
  }
}

type Content =
  | {
      holds: 'character'
      character: ReadCharacter
      document: SourceDocument
      /** Null for YAML. */
      json: JsonDocument | null
      documentSha256: string
      /** The scenarios of a Backyard archive, which have its chats. Empty for other formats. */
      scenarios: readonly unknown[]
    }
  | { holds: 'lorebook'; lorebook: ReadLorebook; document: SourceDocument; json: JsonDocument }

const readContent = (opened: OpenedFile, options: ReadingOptions): Result<Content, string> => {
  switch (opened.format) {
    case 'byaf':
      return readByafContent(opened, options)
    case 'yaml': {
      const [document] = opened.documents
      const { text } = decodeText(document!.bytes)
      return character(readOobaYaml(text, options), document!, null)
    }
    case 'jsonl':
      return fail(chatReason)
    default:
      return readJson(opened, options)
  }
}

const character = (
  reading: CharacterReading,
  document: SourceDocument,
  json: JsonDocument | null,
  documentSha256 = hashOfText(document),
  scenarios: readonly unknown[] = []
): Result<Content, string> =>
  reading.ok
    ? ok({ holds: 'character', character: reading.value, document, json, documentSha256, scenarios })
    : fail(reading.failure.because)

/** Reads the first document that is valid JSON. A PNG, for example, may have several documents. */
const readJson = (opened: OpenedFile, options: ReadingOptions): Result<Content, string> => {
  let failure = 'The file holds no card.'
  for (const document of opened.documents) {
    const json = JsonDocument.read(document.bytes)
    if (!json.ok) {
      failure = json.failure.reason
      continue
    }
    const content = classify(json.value.toValue())
    if (content.holds === 'chat') return fail(chatReason)
    if (content.holds !== 'lorebook') return character(readCharacterDocument(json.value, options), document, json.value)
    const lorebook = readLorebook(json.value)
    return lorebook.ok
      ? ok({ holds: 'lorebook', lorebook: lorebook.value, document, json: json.value })
      : fail(lorebook.failure.reason)
  }
  return fail(failure)
}

/** Reads a Backyard card. Its hash covers all documents except the manifest, which has the time of the export. */
const readByafContent = ({ documents }: OpenedFile, options: ReadingOptions): Result<Content, string> => {
  const hash = createHash('sha256')
  const parsed: { path: string; value: unknown; json: JsonDocument }[] = []
  for (const [at, { source, bytes }] of documents.entries()) {
    const json = JsonDocument.read(bytes)
    if (!json.ok) return fail(`${source}: ${json.failure.reason}`)
    if (at > 0) hash.update(createHash('sha256').update(bytes).digest())
    parsed.push({ path: source, value: json.value.toValue(), json: json.value })
  }
  const [manifest, main, ...scenarios] = parsed
  const reading = readByaf({ manifest: manifest?.value, character: main!, scenarios }, options)
  const values = scenarios.map(({ value }) => value)
  return character(reading, documents[1]!, main!.json, hash.digest('hex'), values)
}

/** Chats with more messages in total stay in the original, because all messages are in the same event as the card. */
const messagesMax = 20_000

const readChats = async ({ chats, draft }: ReadCharacter, scenarios: readonly unknown[]): Promise<ChatEvent[]> => {
  const messages = chats.reduce((sum, { messageCount }) => sum + messageCount, 0)
  if (scenarios.length === 0 || messages === 0 || messages > messagesMax) return []
  const greetings = [draft.firstMessage, ...draft.alternateGreetings].filter((greeting) => greeting !== '')
  const options = { fileName: null, now: Date.now(), character: { name: draft.nickname || draft.name, greetings } }
  return Array.fromAsync(readByafChats({ scenarios }, options))
}

/** Warns when the older card of a PNG has other texts. Apps that only know that version show them. */
const differences = (
  { documents: [read, older] }: OpenedFile,
  draft: CharacterDraft,
  options: CardReadingJob['options']
): string[] => {
  if (read?.source !== 'ccv3' || older?.source !== 'chara') return []
  const json = JsonDocument.read(older.bytes)
  const other = json.ok ? readCharacterDocument(json.value, options) : null
  if (!other?.ok) return []
  const texts = ['name', 'backstory', 'personality', 'scenario', 'firstMessage', 'exampleDialogue'] as const
  const differing = texts.filter((field) => other.value.draft[field] !== draft[field])
  if (differing.length === 0) return []
  return [`The PNG has two cards. They differ in ${differing.join(', ')}. The V3 card (ccv3) was read.`]
}

const facetIdOf = (json: JsonDocument, path: JsonPath): string | null => {
  const node = json.find(path)
  const id = node?.kind === 'string' ? String(json.toValue(node)) : ''
  return isId(id) ? id : null
}

/** The places of ids in other apps. Chub's address of a card is its author's name and a name that is unique for the author. */
const originPaths = [
  ['chub', ['data', 'extensions', 'chub', 'full_path']],
  ['chub id', ['data', 'extensions', 'chub', 'id']],
  ['pygmalion', ['data', 'extensions', 'pygmalion_id']],
] as const
const originMax = 300

const originsOf = (json: JsonDocument, format: ReadCard['format']): string[] =>
  [...originPaths, ...(format === 'byaf' ? ([['backyard', ['id']]] as const) : [])].flatMap(([app, path]) => {
    const node = json.find(path)
    const isId = (node?.kind === 'string' || node?.kind === 'number') && node.end - node.start <= originMax
    const id = isId ? String(json.toValue(node)).trim().toLowerCase() : ''
    return id === '' ? [] : [`${app} ${id}`]
  })

/** Reads a card's lorebook. A book that the card's reader converted has no path in the file. */
const readBook = (
  { path, value }: CardBook,
  json: JsonDocument | null,
  characterName: string
): Result<NonNullable<ReadCard['book']> & { kept: string[]; warnings: string[] }, string> => {
  const own = path.length > 0 ? json : null
  const converted = own ? null : JsonDocument.parse(JSON.stringify(value))
  if (converted && !converted.ok) return fail(converted.failure.reason)
  const document = own ?? converted!.value
  const node = document.find(own ? path : [])
  const reading = readLorebook(document, own ? path : [])
  if (!reading.ok || !node) return fail(reading.ok ? 'It has no entries.' : reading.failure.reason)
  const { book, entries, format, kept, warnings } = reading.value
  return ok({
    book: { ...book, name: isBlank(book.name) ? characterName : book.name },
    entries,
    original: { format, bytes: encodeJson(document.raw(node)) },
    kept,
    warnings,
  })
}

/** Returns the hash of a document's text as UTF-8, in which exports write it. */
const hashOfText = ({ bytes }: SourceDocument) => sha256Of(encodeJson(decodeText(bytes).text))

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
