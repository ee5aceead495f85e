import type { ImportedHeader, ImportedMessage } from '#modules/chat/index'
import { limits as chatLimits } from '#modules/chat/api'
import { encodeJson } from '../json/decode_text.ts'
import { asUtf8, repairUtf8 } from './as_utf8.ts'
import { ChatRefused, type ChatRefusalCode } from './chat_refused.ts'
import { ReportBuilder, type ChatFormat, type ChatReport } from './chat_report.ts'
import { isAgnai, readAgnai } from './documents/agnai.ts'
import { readByaf, type ByafDocuments } from './documents/byaf.ts'
import { isCharacterAi, readCharacterAi } from './documents/character_ai.ts'
import { isKoboldLite, readKoboldLite } from './documents/kobold_lite.ts'
import { isOoba, readOoba } from './documents/ooba.ts'
import { isRisu, readRisu } from './documents/risu.ts'
import type { DraftChat, ReadContext } from './draft_chat.ts'
import { FileTotals, finishMessages, headerOf } from './finish_chat.ts'
import { hasSeveralDocuments, isDeeper } from './json_text.ts'
import { chatFileLimits } from './limits.ts'
import { isSillyTavern, parseLine, SillyTavernReader } from './sillytavern/read_lines.ts'
import { splitLines, type Line } from './split_lines.ts'
import { isShowable, member, nameOf } from './values.ts'

export interface ReadOptions {
  /** The file's name on the user's machine. The title is derived from it. */
  fileName: string | null
  /** The current time in epoch milliseconds. Dates more than a day later are unreadable. */
  now: number
  /** The character that the chats are imported for. `greetings` contains its first message, then the alternates. */
  character: { name: string; greetings: readonly string[] }
}

/** The events of a file: for each chat `chat` and its messages, then `end`. `refused` may occur at any time, and is the last event. */
export type ChatEvent =
  | { kind: 'chat'; header: ImportedHeader }
  | { kind: 'message'; message: ImportedMessage }
  | { kind: 'end'; report: ChatReport }
  | { kind: 'refused'; code: ChatRefusalCode; message: string }

/**
 * Reads the chats of a file, and detects the format by the content. Reads JSON Lines of SillyTavern, its groups and Chub line by line.
 * Reads the JSON of ooba, Agnai, Risu, Character.AI and Kobold Lite as a whole. Never throws because of a file's contents.
 */
export const readChatFile = (bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<ChatEvent> =>
  refusing(readFile(bytes, options))

/** Reads the chats of a BYAF archive, whose documents the caller has parsed. */
export const readByafChats = (documents: ByafDocuments, options: ReadOptions): AsyncGenerator<ChatEvent> =>
  refusing(readChats((context) => readByaf(documents, context), 'byaf', options))

async function* refusing(events: AsyncGenerator<ChatEvent>): AsyncGenerator<ChatEvent> {
  try {
    yield* events
  } catch (error) {
    if (!(error instanceof ChatRefused)) throw error
    yield { kind: 'refused', code: error.code, message: error.message }
  }
}

async function* readFile(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<ChatEvent> {
  const source = asUtf8(await startOf(bytes))
  const head = await headOf(source)
  const line = await firstLine(head)
  if (line === null) throw new ChatRefused('empty', 'This file is empty. Choose another one.')
  const value = line.kind === 'line' ? parseLine(line.bytes) : undefined
  if (isSillyTavern(value)) {
    yield* readJsonLines(splitLines(chain(head, source)), options)
    return
  }
  const hasMoreLines = value !== undefined && (await countLines(chain(head, source), 2)) > 1
  const { document, isUtf8 } =
    value === undefined || line.kind !== 'line'
      ? await parseDocument(head, source)
      : { document: value, isUtf8: line.isUtf8 }
  const isList = Array.isArray(document) && isSillyTavern(document[0])
  const reader = isList ? null : readers.find(({ isIt }) => isIt(document))
  if (reader === undefined) throw refusalOf(document)
  // Else, the other chats would be lost without a word.
  if (hasMoreLines) throw severalDocuments()
  if (reader === null) {
    yield* readJsonLines(linesOf(document as unknown[], isUtf8), options)
    return
  }
  yield* readChats(
    (context) => {
      if (!isUtf8) context.report.count('notUtf8')
      return reader.read(document, context)
    },
    reader.format,
    options
  )
}

const readers: {
  format: ChatFormat
  isIt: (document: unknown) => boolean
  read: (document: unknown, context: ReadContext) => Iterable<DraftChat>
}[] = [
  { format: 'risu', isIt: isRisu, read: readRisu },
  { format: 'ooba', isIt: isOoba, read: readOoba },
  { format: 'kobold_lite', isIt: isKoboldLite, read: readKoboldLite },
  { format: 'agnai', isIt: isAgnai, read: readAgnai },
  { format: 'character_ai', isIt: isCharacterAi, read: readCharacterAi },
]

const unknownFile =
  'This file is no chat that Facet can read. It reads chats of SillyTavern, Chub, ooba, Agnai, Risu, Character.AI and Kobold Lite.'

const severalDocuments = () =>
  new ChatRefused('not_a_chat', 'This file has several JSON documents. Save each in a file of its own.')

const countLines = async (chunks: AsyncIterable<Uint8Array>, max: number): Promise<number> => {
  let count = 0
  for await (const _ of splitLines(chunks)) if (++count === max) break
  return count
}

/** Returns the items of a list as lines. */
async function* linesOf(items: readonly unknown[], isUtf8: boolean): AsyncGenerator<Line> {
  for (const item of items) {
    const bytes = encodeJson(JSON.stringify(item))
    yield bytes.byteLength > chatFileLimits.lineBytesMax ? { kind: 'too_long' } : { kind: 'line', bytes, isUtf8 }
  }
}

const refusalOf = (document: unknown): ChatRefused =>
  Array.isArray(member(document, 'members')) && Array.isArray(member(document, 'chats'))
    ? new ChatRefused('group_file', 'This file lists the members of a group. Choose the group’s chat, a .jsonl file.')
    : new ChatRefused('not_a_chat', unknownFile)

/** Refuses other kinds of files by their first bytes. */
const startOf = async (bytes: AsyncIterable<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> => {
  const source = bytes[Symbol.asyncIterator]()
  let start = new Uint8Array()
  while (start.byteLength < 4) {
    const { done, value } = await source.next()
    if (done) break
    start = new Uint8Array(Buffer.concat([start, value]))
  }
  const text = Buffer.from(start.subarray(0, 4)).toString('latin1')
  if (text.startsWith('PK'))
    throw new ChatRefused('archive', 'This is an archive. Choose the chat’s own file, or import the archive as a card.')
  if (/^(\x89PNG|\xff\xd8|RIFF|GIF8)/.test(text))
    throw new ChatRefused('not_a_chat', 'This is a picture. Choose the chat’s own file.')
  return chain([start], { [Symbol.asyncIterator]: () => source })
}

/** Returns the chunks up to the end of the first line that isn't blank, or up to the limit of a line. */
const headOf = async (source: AsyncGenerator<Uint8Array>): Promise<Uint8Array[]> => {
  const head: Uint8Array[] = []
  let bytes = 0
  let hasText = false
  while (bytes <= chatFileLimits.lineBytesMax) {
    const { done, value } = await source.next()
    if (done) break
    head.push(value)
    bytes += value.byteLength
    const from: number = hasText ? 0 : value.findIndex((byte) => byte > 0x20)
    hasText ||= from >= 0
    if (hasText && value.indexOf(0x0a, from) >= 0) break
  }
  return head
}

const firstLine = async (head: readonly Uint8Array[]): Promise<Line | null> => {
  for await (const line of splitLines(chain(head, []))) return line
  return null
}

async function* chain<Item>(first: Iterable<Item>, rest: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* first
  yield* rest
}

const parseDocument = async (head: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>) => {
  const pieces = [...head]
  let bytes = head.reduce((sum, piece) => sum + piece.byteLength, 0)
  for await (const piece of rest) {
    bytes += piece.byteLength
    if (bytes > chatFileLimits.documentBytesMax)
      throw new ChatRefused('too_heavy', 'This file is too large to be read.')
    pieces.push(piece)
  }
  const repaired = repairUtf8(Buffer.concat(pieces))
  const text = new TextDecoder('utf-8').decode(repaired.bytes)
  pieces.length = 0
  if (isDeeper(text, chatFileLimits.depthMax))
    throw new ChatRefused('too_deep', 'This file is nested too deeply to be a chat.')
  try {
    return { document: JSON.parse(text) as unknown, isUtf8: repaired.isUtf8 }
  } catch {
    throw hasSeveralDocuments(text) ? severalDocuments() : new ChatRefused('not_a_chat', unknownFile)
  }
}

const openContext = ({ fileName, now, character }: ReadOptions): ReadContext => ({
  now,
  fileTitle: titleOf(fileName),
  greetings: character.greetings,
  report: new ReportBuilder(),
})

/** Returns the file's name without folders and extension. */
const titleOf = (fileName: string | null): string | null => {
  const title = nameOf(fileName?.replace(/^.*[/\\]/s, '').replace(/\.(jsonl?|txt)$/i, ''), chatLimits.titleMax)
  return title !== null && saysNothing.test(title) ? null : title
}

/** Names that apps give to every file, also with a number: "chat", "export (2)". Without a title, lists show the character's name. */
const saysNothing =
  /^(?:chats?|conversation|download|export(?:ed)?|history|messages?|new chat|story|untitled)[\s_-]*\(?\d*\)?$/i

async function* readJsonLines(lines: AsyncGenerator<Line>, options: ReadOptions): AsyncGenerator<ChatEvent> {
  const context = openContext(options)
  const first = await lines.next()
  if (first.done || first.value.kind !== 'line') throw new ChatRefused('not_a_chat', unknownFile)
  const reader = new SillyTavernReader(context)
  yield* finishChat(reader.read(first.value, lines), 'sillytavern', { context, options, totals: new FileTotals() })
  yield endOf(context.report, reader.format)
}

async function* readChats(
  read: (context: ReadContext) => Iterable<DraftChat>,
  format: ChatFormat,
  options: ReadOptions
): AsyncGenerator<ChatEvent> {
  const context = openContext(options)
  const totals = new FileTotals()
  const chats: DraftChat[] = []
  for (const chat of read(context)) {
    // Before the first event, so that a refused file stores nothing.
    if (chats.length === chatFileLimits.chatsMax)
      throw new ChatRefused('too_many_chats', `This file has more than ${chatFileLimits.chatsMax} chats. Split it.`)
    chats.push(chat)
  }
  for (const chat of chats) {
    // These formats are already in memory.
    const messages = await Array.fromAsync(chat.messages)
    if (messages.every(({ hidden, text }) => hidden || !isShowable(text))) context.report.count('emptyChats')
    else yield* finishChat({ ...chat, messages }, format, { context, options, totals })
  }
  yield endOf(context.report, format)
}

async function* finishChat(
  chat: DraftChat,
  format: ChatFormat,
  { context, options, totals }: { context: ReadContext; options: ReadOptions; totals: FileTotals }
): AsyncGenerator<ChatEvent> {
  const { now, report } = context
  yield { kind: 'chat', header: headerOf(chat, format, report) }
  for await (const message of finishMessages(chat, {
    format,
    now,
    report,
    totals,
    characterName: options.character.name,
  }))
    yield { kind: 'message', message }
}

const endOf = (report: ReportBuilder, format: ChatFormat): ChatEvent => {
  if (report.messages === 0) throw new ChatRefused('no_messages', 'This file has no messages.')
  return { kind: 'end', report: report.finish(format) }
}
