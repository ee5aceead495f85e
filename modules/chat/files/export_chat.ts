import type { Database } from '@adonisjs/lucid/database'
import type { Gallery } from '#modules/gallery/index'
import type { PrivatePictures } from '#modules/imagegen/index'
import { statement } from '#modules/kernel/sql'
import type { Message } from '../replies/api.ts'
import { fillMessage, type MacroScope, RecentMessages } from '../prompts/index.ts'
import { alternatesOf, messageColumns, type MessageRow, toMessage } from '../replies/index.ts'
import { type ExportedPicture, withPictures } from './export_pictures.ts'
import type { ChatFile, ChatFileFormats, ExportRefusal, ExportRequest } from './ports.ts'
import { readStoredChat, scopeOf } from './stored_chat.ts'
import type { TransferredSettings } from './transfer/transferred_chat.ts'
import { withoutUnsafeLinks } from '../sessions/index.ts'

/** Limits memory usage, however long the chat is. */
const pageSize = 100

const readPage = statement<MessageRow & { position: number }>(
  'chat_export_page',
  `SELECT position, ${messageColumns}, ${alternatesOf('chat_messages')} FROM chat_messages
   WHERE user_id = $1 AND chat_session_id = $2 AND position > $3 AND deleted_at IS NULL ORDER BY position LIMIT ${pageSize}`
)

type PicturedMessage = Message & { pictures?: ExportedPicture[] }

interface Chat extends TransferredSettings {
  id: string
  title: string | null
  pins: string[]
  createdAt: string
  character: { id: string; name: string } | null
  /** The characters of a group chat. Missing for other chats. */
  characters?: { id: string; name: string }[]
  /** The name of the character, or the names of all characters. */
  name: string
  userName: string
  macros: MacroScope
  /** The notice that a machine writes. */
  notice: string
}

export interface ChatsSource {
  db: Database
  gallery: Gallery
  /** The notice that a machine writes. */
  notice: string
  files: PrivatePictures
}

/** Adds the formats, apart from books, that this module writes itself. */
export const addTextFormats = (formats: ChatFileFormats, source: ChatsSource) => {
  const exportBy =
    (write: (chat: Chat, messages: AsyncIterable<PicturedMessage>) => AsyncIterable<string>, isWhole: boolean) =>
    async (request: ExportRequest): Promise<ChatFile | ExportRefusal> => {
      const chat = await readChat(source, request)
      if (typeof chat === 'string') return chat
      const ofChat = { userId: request.user.id, sessionId: chat.id, isWhole }
      const messages = withPictures(source, ofChat, allMessages(source.db, request.user.id, chat.id))
      return { name: chat.title ?? chat.name, pieces: write(chat, messages) }
    }
  formats.add('markdown', {
    contentType: 'text/markdown; charset=utf-8',
    extension: 'md',
    export: exportBy(asMarkdown, false),
  })
  formats.add('jsonl', {
    contentType: 'application/x-ndjson; charset=utf-8',
    extension: 'jsonl',
    export: exportBy(asJsonLines, true),
  })
}

const readChat = async (
  { db, gallery, notice }: ChatsSource,
  request: ExportRequest
): Promise<Chat | 'no_such_chat' | 'adult_gate'> => {
  const stored = await readStoredChat(db, gallery, request)
  if (typeof stored === 'string') return stored
  const { title, pins, settings, createdAt, characters, isGroup, name, persona } = stored
  const named = characters.map((character) => ({ id: character.id, name: character.name }))
  return {
    id: request.sessionId,
    title,
    pins,
    ...settings,
    createdAt: createdAt.toISOString(),
    character: (!isGroup && named[0]) || null,
    ...(isGroup && { characters: named }),
    name,
    userName: persona.name,
    notice,
    macros: scopeOf(stored, request),
  }
}

/** Reads the messages of a chat page by page, without deleted ones. */
export async function* allMessages(db: Database, userId: string, sessionId: string): AsyncGenerator<Message> {
  for (let position = -1; ;) {
    const rows = await readPage(db.connection(), [userId, sessionId, position])
    for (const row of rows) yield toMessage(row)
    if (rows.length < pageSize) return
    position = rows.at(-1)!.position
  }
}

/** Writes a chat as JSON Lines. The line of the type `end` shows that the file is complete. */
async function* asJsonLines(chat: Chat, messages: AsyncIterable<PicturedMessage>): AsyncGenerator<string> {
  const { macros: _, name: __, userName: ___, ...line } = chat
  yield asLine({ type: 'chat', ...line })
  let count = 0
  for await (const message of messages) {
    count++
    yield asLine({ type: 'message', ...message })
  }
  yield asLine({ type: 'end', messages: count })
}

/** Returns a line of JSON. Escapes separators that JSON allows unescaped, because some parsers treat them as line breaks. */
const asLine = (value: unknown) =>
  `${JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

async function* asMarkdown(chat: Chat, messages: AsyncIterable<PicturedMessage>): AsyncGenerator<string> {
  const names = { char: literal(chat.name), user: literal(chat.userName) }
  const title = chat.title === null ? `${names.char} and ${names.user}` : literal(chat.title)
  yield `# ${title}\n\n${names.char} and ${names.user}, since ${minute(chat.createdAt)}\n\n${literal(chat.notice)}\n`
  if (chat.pins.length > 0) yield `\n${chat.pins.map((pin) => `- ${literal(pin)}`).join('\n')}\n`
  const macroChar = literal(chat.macros.char)
  const recent = new RecentMessages()
  for await (const { pictures = [], ...rest } of messages) {
    const { id, isUser, content, createdAt, state, speaker, characterId, isHidden } = rest
    const message = { id, isUser, content, at: Date.parse(createdAt) }
    const filled = fillMessage(message, { ...chat.macros, ...standIns }, 'reader', recent.newestFirst)
    // Prompts don't fill macros with hidden messages either.
    if (!isHidden) recent.push(message)
    const named = withoutHtml(filled)
      .replaceAll(standIns.char, () => (characterId && speaker ? literal(speaker) : macroChar))
      .replaceAll(standIns.user, () => names.user)
    const text = withoutUnsafeLinks(named)
    const ending = state === 'stopped' ? ', stopped' : state === 'broken_off' ? ', broken off' : ''
    const note = isHidden ? `${ending}, hidden from prompts` : ending
    const name = speaker === undefined ? (isUser ? names.user : names.char) : literal(speaker)
    yield `\n**${name}**, ${minute(createdAt)}${note}\n\n${text}\n`
    for (const { alt } of pictures) yield `\n*Picture${alt && `: ${literal(alt)}`}*\n`
  }
  yield '\n<!-- end -->\n'
}

/** Returns a name or fact on one line. Escapes Markdown and HTML, because the text is untrusted. */
const literal = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\\`*_[\]<>&#|~]/g, '\\$&')

/** Private-use characters that replace names until the HTML of a message is escaped. The names then get their own escaping. */
const standIns = { char: '\uE000', user: '\uE001' }

/** Escapes the HTML of a message, but not its Markdown. `withoutUnsafeLinks` then checks its links. */
const withoutHtml = (text: string) => text.replace(/<(?=[a-z/!?])/gi, '&lt;')

const minute = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
